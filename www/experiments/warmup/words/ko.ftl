### 워밍업: 요청하고, 바로 다음으로

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 워밍업: 요청하고, 바로 다음으로
question = 행렬 곱셈 열 개를 요청합니다. 제어는 언제 돌아오고, 곱셈은 언제 완료될까요?

introduction = 블로킹 라이브러리는 호출 안에서 곱셈을 끝까지 계산합니다. 비동기 라이브러리에서는 프런트엔드(여러분의 프로그램)가 호출을 백엔드에 넘기고, 백엔드가 장치에서 실행되게 합니다. 같은 곱셈 루프의 시간을 세 가지 방식으로 잽니다. CPU에서 블로킹, 기다리지 않는 비동기, 마지막에 한 번 기다리는 비동기입니다. 교재에서는 두 번째가 첫 번째보다 수백 배 빠릅니다. GPU가 CPU보다 정말 그만큼 빠를까요?
prediction = 마지막에 곱셈을 기다리면, 비동기 루프의 시간은 기다리지 않을 때의 몇 배가 될까요?
prediction-same = 거의 같은 시간
prediction-few = 2~10배
prediction-tens = 10~100배
prediction-hundreds = 100배 초과
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $ratio }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $ratio }, 즉 “{ $measured }”입니다.
why-low = 호출 하나가 곱셈만큼 걸린다고 예상했다면 다음에 유의하세요. 호출은 곱셈을 큐에 적을 뿐이고, 계산은 나중에 장치가 합니다.
why-high = 큐에 넣는 비용이 없다고 예상했다면 다음에 유의하세요. 호출마다 몇 마이크로초가 들며, 이 장치에서는 곱셈이 그렇게까지 더 오래 걸리지 않습니다.

repetitions = 곱셈 수
seed = 시드
seed-help = 시드가 같으면 같은 행렬이 나옵니다.

way-blocking = 블로킹, CPU에서
way-enqueued = 비동기, 기다리지 않음
way-waited = 비동기, 기다림
line-blocking = 블로킹
line-enqueued = 비동기, 기다리지 않음
line-waited = 비동기, 기다림
line-ratio = 기다림 / 기다리지 않음: { $ratio }
line-gap = 간격: { $gap }, 거의 없는 작업은 { $floor } 뒤에 완료로 보고됨

table-note = 교재는 “Dive into Deep Learning”입니다. 교재의 시간은 비동기 계산을 다룬 장의 두 판에 실려 있습니다. 저마다 자기 컴퓨터에서 1000×1000 행렬 곱셈 열 개의 시간을 쟀고, 블로킹 라이브러리는 NumPy입니다. 여기서 블로킹 방식은 NumPy보다 몇 배 느린 WebAssembly 스레드 하나에서 실행됩니다.

found = 제어는 { $returned } 후에 돌아왔고, 곱셈 { $count }개의 완료는 { $done } 후에 확인되었습니다. 그 시간의 { $free } 동안 프런트엔드는 다른 일을 할 수 있었습니다.
disagrees = 여기서는 시간이 대부분 큐에 넣는 데 듭니다. 제어는 { $returned } 후에 돌아왔고, 마지막 곱셈의 완료는 { $done } 후에 확인되었습니다. 행렬이 너무 작아서 장치에 작업이 밀리지 않습니다. n을 더 크게 잡으세요.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 제어가 돌아오고 { $gap } 후에 곱셈의 완료가 확인되었는데, 이 브라우저는 빈 큐의 완료를 알리는 데에도 { $floor } 걸립니다. n을 더 크게 잡거나 곱셈 수를 늘리세요.
caption-trace = 무작위 { $n }×{ $n } 행렬 { $repetitions }개를 저마다 제곱합니다. 행렬마다 연산 두 개이며, 기록한 한 회입니다.

distortion-floor = 빈 큐도 { $floor } 후에야 완료로 보고되므로, 간격의 { $share }까지는 브라우저 자체의 지연일 수 있습니다.
distortion-scaled = 이 크기에서는 블로킹 방식이 너무 오래 걸리므로 { $m }×{ $m } 행렬로 실행했습니다. 그 시간은 n³에 비례하여 { $n }×{ $n }으로 환산했습니다. 난수를 만드는 시간은 n²으로만 늘어나므로, 환산한 시간은 실제보다 조금 깁니다.

measure-ratio = 기다림 / 기다리지 않음
measure-enqueued = 제어가 돌아올 때까지의 시간
measure-gap = 간격
measure-free = 프런트엔드가 자유로운 시간 비율

axis-bars = 루프 시간(로그)
caption-bars = { $n }×{ $n } 행렬의 같은 곱셈 { $repetitions }개를 세 방식으로: 중앙값과 사분위수. “≤”: 완료가 확인된 때이므로 상한.
summary-bars = 블로킹은 { $blocking }, 큐에 넣기만 하면 { $enqueued }, 넣고 기다리면 { $waited } 걸렸습니다.
found-more = 기다리지 않는 루프의 속도는 블로킹 루프의 { $seeming }로 보입니다. 이 배율은 오해를 부릅니다. 시계는 곱셈을 큐에 넣었을 때 멈췄고, 정작 일은 그때까지 끝나지 않았습니다. 곱셈의 완료가 확인될 때까지 재면 속도는 블로킹 루프의 { $real }입니다. 이 배율만이 장치를 CPU(WebAssembly 스레드 하나)와 비교합니다.
vary-double = n을 두 배로
look-double = 곱셈 하나의 작업은 여덟 배가 되지만 호출은 같습니다. 간격을 보세요. 제어가 더 늦게 돌아옵니까?
vary-more = 곱셈 수를 두 배로
look-more = 호출도 두 배, 작업도 두 배입니다. 기다릴 때 루프가 몇 배 오래 걸리는지 보세요. 그 배율이 달라집니까?
vary-tiny = 아주 작은 행렬(n = 8)
look-tiny = 계산할 것이 거의 없습니다. 간격에서 남는 것을 보세요. 브라우저가 완료를 알리는 데 필요한 시간입니다.
