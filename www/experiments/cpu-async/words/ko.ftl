### CPU만으로

# 실험을 열기 전에 페이지가 보여 주는 말.
title = CPU만으로
question = 같은 행렬 곱셈을 CPU에서 실행해도 비동기성을 관찰할 수 있을까요?

introduction = 같은 행렬 곱셈을 GPU 없이 두 가지 방식으로 합니다. 한 라이브러리는 호출 안에서 곱셈을 계산합니다. 다른 하나는 큐를 통해 곱셈을 백엔드에 넘깁니다. 둘은 같은 프로세서에서 같은 코드로 곱셈을 계산합니다.
prediction = 큐를 쓰는 루프는 언제 돌아올까요?
prediction-late = 곱셈이 거의 모두 끝났을 때: 같은 프로세서이므로
prediction-soon = 곱셈이 끝나기 훨씬 전에
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 제어가 { $done } 가운데 { $returned } 만에 돌아왔습니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $done } 가운데 { $returned }, 즉 “{ $measured }”입니다.
why-low = 비동기에는 GPU가 필요하다고 예상했다면 다음에 유의하세요. 자기 스레드가 있는 장치라면 프로그램이 계속되는 동안 일할 수 있고, CPU 스레드도 그런 장치입니다.
why-high = 큐에 넣는 데 시간이 들지 않는다고 예상했다면 다음에 유의하세요. 시간이 조금 들며, 이렇게 작은 곱셈은 루프가 마지막 것을 큐에 넣은 뒤 곧 완료됩니다.

repetitions = 곱셈 수
way-synchronous = 동기 호출
way-returned = 큐를 거쳐, 제어가 돌아올 때까지
way-done = 큐를 거쳐, 전부 완료될 때까지
line-synchronous = 동기
line-returned = 비동기, 기다리지 않음
line-done = 비동기, 기다림
line-price = 큐를 거침 / 동기: { $price }

found = 큐가 있으면 그렇습니다. 제어는 { $returned } 후에 돌아왔고, 곱셈은 { $done } 후에 완료되었습니다. 동기로 호출하면 { $synchronous } 걸렸습니다. 큐가 작업을 더 빠르게 하지는 않지만, 그 시간의 { $free } 동안 프런트엔드의 스레드는 다른 일을 할 수 있었습니다.
found-more = MXNet은 CPU에서도 이런 큐를 쓰므로 루프가 역시 일찍 돌아옵니다. PyTorch는 CPU에서 각 호출 안에서 계산합니다. 루프에는 동기 호출의 시간이 그대로 걸리고, 그 뒤에 기다릴 것이 없습니다.
disagrees = 거의 관찰할 수 없습니다. 제어는 전체 { $done } 가운데 { $returned } 후에 돌아왔습니다. 행렬이 너무 작아서 장치에 작업이 밀리지 않습니다. n을 더 크게 잡으세요.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 제어가 돌아오고 { $gap } 후에 곱셈의 완료가 확인되었는데, 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. n을 더 크게 잡으세요.
axis-bars = 루프의 시간, 로그
caption-bars = CPU에서 { $n }×{ $n } 행렬의 곱셈 { $repetitions }개: { $rounds }회의 중앙값과 사분위수입니다.
summary-bars = 동기로는 { $synchronous } 걸렸습니다. 큐를 거치면 제어는 { $returned } 후에 돌아왔고, { $done } 후에 모두 완료되었습니다.
caption-trace = 큐를 거친, 기록한 한 회. 여기서 장치는 CPU의 스레드입니다.

measure-gap = 간격
measure-returned = 제어가 돌아올 때까지
measure-done = 모두 끝날 때까지
measure-free = 프런트엔드가 자유로운 시간 비율
measure-price = 큐를 거쳐 / 동기

vary-double = n을 두 배로
look-double = 작업이 여덟 배가 됩니다. 제어가 언제 돌아오는지 보세요.
vary-more = 곱셈 수를 두 배로
look-more = 호출도 두 배, 작업도 두 배입니다. 큐가 동기 루프의 시간에 얼마를 더하는지 보세요.
vary-tiny = 아주 작은 행렬(n = 8)
look-tiny = 곱셈마다 할 일이 거의 없습니다. 여전히 곱셈이 끝나기 전에 제어가 돌아오는지 보세요.
