### 큐에 넣을 때, 끝날 때

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 큐에 넣을 때, 끝날 때
question = 연산을 큐에 넣기까지는 얼마나 걸리고, 그 결과를 출력하기까지는 얼마나 걸릴까요?

introduction = 세 번의 호출이 난수 행렬을 만들고, 자기 자신과 곱하고, 곱셈 결과의 모든 원소를 더합니다. lab은 세 호출이 돌아왔을 때 시계를 읽고, 합이 출력된 뒤에 다시 읽습니다.
prediction = 합이 출력될 때까지의 시간 중에서 세 호출이 차지하는 비율은 얼마일까요?
prediction-most = 절반 초과
prediction-part = 10~50 %
prediction-little = 1~10 %
prediction-next = 1 % 미만
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $part }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $part }, 즉 “{ $measured }”입니다.
why-low = 호출에 비용이 없다고 예상했다면 다음에 유의하세요. 호출마다 모양을 검사하고 큐에 몇 단어를 적습니다. 이 크기의 행렬에서는 그 시간이 적지 않습니다.
why-high = 호출이 계산까지 한다고 예상했다면 다음에 유의하세요. 호출은 큐에 넣기만 합니다. 시간은 `print`에서 흐릅니다. `print`는 값이 필요하므로 그 값이 의존하는 모든 것을 기다립니다.

way-queued = 큐에 넣기까지
way-printed = 출력하기까지
line-queued = 작업을 큐에 넣음
line-printed = 작업이 끝남
table-note = 교재는 이 실험을 2000×2000 크기로 실행하며, 시간은 싣지 않았습니다.

found = 세 연산은 { $queued } 후에 모두 큐에 들어갔고, 합은 { $printed } 후에 출력되었습니다. 출력은 합을 기다려야 했고, 이 숨은 대기가 전체 시간의 { $free }를 차지했습니다.
disagrees = 여기서는 큐에 넣는 일 자체가 시간을 꽤 차지합니다. 합이 출력되기까지 걸린 { $printed } 가운데 { $queued }입니다. 행렬이 너무 작아서 장치에 작업이 밀리지 않습니다. n을 더 크게 잡으세요.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 연산을 큐에 넣고 { $wait } 후에 합이 출력되었는데, 이 브라우저는 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. n을 더 크게 잡으세요.
axis-bars = 시간, 로그
caption-bars = 큐에 넣기까지와 출력하기까지, n = { $n }: { $rounds }회의 중앙값과 사분위수입니다.
summary-bars = { $queued } 후에 큐에 들어갔고, { $printed } 후에 출력되었습니다.
caption-trace = 기록한 한 회, n = { $n }. 빗금 친 막대는 출력 안의 대기입니다.

measure-wait = 출력 속에 숨은 대기
measure-free = 그 대기의 비율
measure-queued = 큐에 넣을 때까지
measure-printed = 출력할 때까지

vary-double = n을 두 배로
look-double = 곱셈의 작업이 여덟 배가 됩니다. 큐에 넣기까지의 시간을 보세요. 달라집니까?
vary-tiny = 아주 작은 행렬(n = 16)
look-tiny = 계산할 것이 거의 없습니다. 출력이 여전히 쓰는 시간을 보세요. 대부분은 브라우저의 알림을 기다리는 시간입니다.
vary-cpu = CPU 장치에서
look-cpu = 큐는 같고 장치만 다릅니다. 두 시간 중 어느 것이 장치에 따라 달라지는지 보세요.
