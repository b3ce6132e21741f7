### CPU와 GPU 함께 쓰기

# 실험을 열기 전에 페이지가 보여 주는 말.
title = CPU와 GPU 함께 쓰기
question = 두 장치가 동시에 일할 수 있을까요? 그래도 미니배치마다 기다려야 할까요?

introduction = 장치마다 큐가 따로 있습니다. 프로그램은 곱셈 미니배치를 GPU와 CPU의 큐에 넣습니다. 한 루프에서는 두 장치가 차례로 일하고, 다른 루프에서는 동시에 일할 수 있습니다. 루프는 미니배치마다 기다리거나 마지막에만 기다립니다. 비교를 위해 장치 하나만 쓸 때도 잽니다.
prediction = 두 장치의 일은 거의 같은 시간이 걸립니다. 동시에 일하면 차례로 일할 때보다 몇 배나 빠를까요?
prediction-same = 빨라지지 않음
prediction-some = 1.2~1.6배
prediction-twice = 거의 2배
prediction-unknown = 장치 하나의 실행으로는 알 수 없음
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $gain }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $gain }, 즉 “{ $measured }”입니다.
why-low = 프로그램이 장치를 하나씩 돌본다고 예상했다면 다음에 유의하세요. 프로그램은 큐에 넣기만 하므로 두 큐가 동시에 차 있을 수 있습니다.
why-high = 장치가 둘이면 두 배 빠르다고 예상했다면 다음에 유의하세요. 느린 쪽이 시간을 정합니다. 둘은 메모리 대역폭도, 여기서는 어쩌면 같은 코어도 나누어 씁니다.

n = GPU의 행렬 크기
n-help = 자동: CPU가 자기 몫에 쓰는 만큼의 시간이 GPU에서도 걸리는 크기입니다.
m = CPU의 행렬 크기
products = 미니배치당 곱셈 수
products-help = 장치마다의 수입니다.
batches = 미니배치 수
calibrating = 이 장치들에 알맞은 크기를 찾는 중: n = { $n }

way-gpu-end = GPU만
way-gpu-each = GPU만, 미니배치마다 기다림
way-cpu-end = CPU만
way-cpu-each = CPU만, 미니배치마다 기다림
way-turn-end = 차례로
way-turn-each = 차례로, 미니배치마다 기다림
way-beside-end = 동시에
way-beside-each = 동시에, 미니배치마다 기다림
line-gain = 차례로 / 동시에: { $gain }, 동시에 실행하며 미니배치마다 기다리면 시간이 { $price }
column-used-webgpu = GPU 가동률
column-used-cpu = CPU 가동률
caption = 장치마다 곱셈 { $products }개씩의 미니배치 { $batches }개, { $rounds }회의 중앙값
table-note = 장치는 자기 연산 중 하나라도 실행되는 동안 가동 중입니다. 가동률은 첫 큐 삽입부터 마지막 연산이 끝날 때까지의 시간에서 그 시간이 차지하는 비율입니다. 이 실행은 시간을 재는 실행과 따로 기록합니다. 자기 작업의 시간을 재지 않는 GPU는 제출부터 완료가 확인될 때까지 가동 중인 것으로 칩니다. 메모리를 제한해야 한다면 방금 큐에 넣은 미니배치가 아니라 바로 앞의 미니배치를 기다리세요. 그러면 두 큐에 언제나 하나가 더 있습니다(“메모리”에서 측정합니다).

axis-times = 모든 미니배치의 시간
caption-times =
    { $n ->
        [none] 곱셈 { $products }개씩의 미니배치 { $batches }개: CPU에서 { $m }×{ $m }. { $rounds }회의 중앙값과 사분위수이며, 미니배치마다 기다리는 방식은 색이 다릅니다.
       *[other] 장치마다 곱셈 { $products }개씩의 미니배치 { $batches }개: GPU에서 { $n }×{ $n }, CPU에서 { $m }×{ $m }. { $rounds }회의 중앙값과 사분위수이며, 미니배치마다 기다리는 방식은 색이 다릅니다.
    }
summary-times = GPU만으로 { $gpu }, CPU만으로 { $cpu } 걸렸습니다. 차례로 { $turn }, 동시에 { $beside }, 동시에 실행하며 미니배치마다 기다리면 { $besideEach } 걸렸습니다.
caption-trace =
    { $n ->
        [none] 기록한 실행: 미니배치 몇 개를 먼저 매번 기다리며 실행하고, 이어서 같은 수를 한 번만 기다리며 실행합니다. 빗금: 프로그램이 기다림.
       *[other] 기록한 실행: 미니배치 몇 개를 먼저 두 장치에서 차례로 실행하며 매번 기다리고, 이어서 동시에 실행하며 매번 기다리고, 끝으로 동시에 실행하며 한 번만 기다립니다. 빗금: 프로그램이 기다림. 두 장치가 동시에 일하는 곳에서는 막대가 위아래로 마주 놓입니다.
    }
axis-use = 장치가 일한 시간의 비율
use-webgpu = GPU, { $way }
use-cpu = CPU, { $way }
caption-use = 기록한 실행에서 얻은 장치별 가동률: 중앙값과, 가장 작은 값과 가장 큰 값입니다.
summary-use = 가동률은 동시에 실행하면 GPU { $gpuUsed }, CPU { $cpuUsed }이고, 차례로 실행하면 GPU { $gpuUsedTurn }, CPU { $cpuUsedTurn }입니다.

found = 두 장치가 차례로 일하면 { $turn }, 동시에 일하면 { $beside } 걸렸습니다. 속도는 차례로 일할 때의 { $gain }입니다. 미니배치마다 기다리지 마세요. 그러면 동시에 일해도 { $besideEach }, 곧 기다리지 않을 때의 { $price }만큼 걸립니다.
found-more = 따로 실행하면 GPU는 { $gpu }, CPU는 { $cpu } 걸렸습니다. 동시에 실행할 때의 가동률은 GPU { $gpuUsed }, CPU { $cpuUsed }이고, 미니배치마다 기다리면 GPU { $gpuUsedEach }, CPU { $cpuUsedEach }에 그칩니다.
found-cheap = 두 장치가 차례로 일하면 { $turn }, 동시에 일하면 { $beside } 걸렸습니다. 속도는 차례로 일할 때의 { $gain }입니다. 여기서는 미니배치마다 기다려도 비용이 작아서, 모두 { $besideEach } 걸립니다. 미니배치가 짧을수록 비용이 커집니다.
found-cheap-more = 따로 실행하면 GPU는 { $gpu }, CPU는 { $cpu } 걸렸습니다. 동시에 실행할 때의 가동률은 GPU { $gpuUsed }, CPU { $cpuUsed }입니다.
found-unpriced = 두 장치가 차례로 일하면 { $turn }, 동시에 일하면 { $beside } 걸렸습니다. 속도는 차례로 일할 때의 { $gain }입니다. 미니배치마다 기다리는 데 시간이 더 드는지는 이 회차들로 알 수 없습니다. 모두 { $besideEach }, 곧 기다리지 않을 때의 { $price }만큼 걸립니다.
found-unpriced-more = 따로 실행하면 GPU는 { $gpu }, CPU는 { $cpu } 걸렸습니다. 동시에 실행할 때의 가동률은 GPU { $gpuUsed }, CPU { $cpuUsed }입니다.
found-shared = 이 “GPU”는 같은 코어에서 도는 프로그램인데도, 차례로 일하면 { $turn }, 동시에 일하면 { $beside } 걸려 속도가 { $gain }입니다. 미니배치마다 기다리면 { $besideEach }, 곧 기다리지 않을 때의 { $price }만큼 걸립니다.
found-shared-more = 이 이득의 일부는 각자 혼자 일할 때 쉬던 코어에서 나옵니다. 따로 실행하면 “GPU”는 { $gpu }, CPU는 { $cpu } 걸렸습니다. 동시에 실행할 때의 가동률은 각각 { $gpuUsed }, { $cpuUsed }입니다.
disagrees-shared = 여기서는 얻는 것이 거의 없습니다. 차례로 일하면 { $turn }, 동시에 일하면 { $beside } 걸립니다(속도 { $gain }). 이 “GPU”는 CPU 장치와 같은 코어에서 도는 프로그램입니다. 미니배치마다 기다리면 { $besideEach }, 곧 기다리지 않을 때의 { $price }만큼 걸립니다.
disagrees-shared-more = 동시에 실행할 때의 가동률은 각각 { $gpuUsed }, { $cpuUsed }이지만, 실제로는 코어를 번갈아 씁니다. 따로 실행하면 “GPU”는 { $gpu }, CPU는 { $cpu } 걸렸습니다.
disagrees = 여기서는 두 장치가 동시에 일하는 일이 거의 없습니다. 차례로 일하면 { $turn }, 동시에 일하면 { $beside } 걸려 속도는 { $gain }이고, 가동률은 { $gpuUsed } (GPU), { $cpuUsed } (CPU)입니다. 따로 실행하면 GPU는 { $gpu }, CPU는 { $cpu } 걸렸습니다. 한쪽이 훨씬 길다면 서로 맞도록 크기를 고르세요.
unsteady = 시간이 고르지 않아 판단할 수 없습니다. 따로 실행하면 GPU는 { $gpu }, CPU는 { $cpu } 걸렸고, 차례로 { $turn }, 동시에 { $beside } 걸렸습니다. 기기가 한가할 때, 또는 측정 횟수를 늘려 다시 실행하세요.
alone = 여기에는 CPU만 참여하므로, 두 장치가 동시에 일할 수 있는지는 확인할 수 없습니다. 그러려면 장치로 GPU를 고르세요. CPU만으로 미니배치 { $count }개에 { $cpu } 걸렸고, 미니배치마다 기다리면 { $cpuEach }, 곧 기다리지 않을 때의 { $cpuPrice }만큼 걸렸습니다. 가동률은 각각 { $cpuUsedAlone }, { $cpuUsedAloneEach }입니다.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 미니배치 하나에 { $each } 걸리는데, 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. 행렬을 더 크게 하세요.
distortion-slower = 기기가 느려졌습니다. 같은 일이 처음에는 { $before }, 마지막에는 { $after } 걸렸습니다.

measure-gain = 차례로 / 동시에
measure-price = 동시에, 미니배치마다 기다림 / 기다리지 않음
measure-beside = 동시에
measure-gpuUsed = GPU 가동률, 동시에
measure-cpuUsed = CPU 가동률, 동시에

vary-more = 곱셈 수를 두 배로
look-more = 이제 각 미니배치가 더 깁니다. 미니배치마다 기다리는 비용을 보세요. 아까만큼 큽니까?
vary-gpu = GPU의 n을 두 배로
look-gpu = GPU의 작업이 여덟 배가 됩니다. 동시에 실행할 때를 보세요. 어느 장치가 시간을 정합니까?
vary-host = CPU의 n을 두 배로
look-host = CPU의 작업이 여덟 배가 됩니다. 동시에 실행할 때를 보세요. 어느 장치가 시간을 정합니까?
