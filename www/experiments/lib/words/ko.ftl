### 실험들이 함께 쓰는 말. 실험마다 자기 말을 더하거나 이 말을 바꿀 수 있다.

preset-auto = 자동
preset-course = 교재와 같게
n = 행렬 크기 n
rounds = 측정 횟수
rounds-help = 방식마다 시간을 재는 횟수입니다. 여러 방식을 번갈아 가며 잽니다.
seed = 시드
seed-help = 시드가 같으면 같은 난수가 나옵니다.

# Machines that are modelled, each with a browser.
machine = { $machine }, { $browser }
machine-phone = 휴대전화
machine-laptop-integrated = 내장 GPU 노트북
machine-laptop-apple = Apple 노트북
machine-gaming-card = 게임용 GPU
machine-data-centre-card = 데이터 센터 GPU
machine-software-adapter = 소프트웨어 어댑터(GPU 없음)
browser-chrome = Chrome
browser-firefox = Firefox
browser-firefox-unnudged = Firefox, 100 ms마다만 확인
browser-safari = Safari
not-printed = (알 수 없음: 시뮬레이션하거나 모델로 계산한 장치는 값을 계산하지 않으며, 오래된 기록에는 출력된 내용이 없습니다.)
line-ended = 장치 자체의 시계로는, 기록한 회차에서 마지막 연산을 큐에 넣고 { $ended } 뒤에 작업이 끝남

connecting = 연결하는 중
calibrating = 이 장치에 알맞은 크기를 찾는 중: n = { $n }
warming = 예열하는 중
timing = { $rounds }회 중 { $round }회차: { $way }
recording = 그림에 쓸 한 회를 기록하는 중

column-way = 방식
column-median = 중앙값, ms
column-low = 25 %, ms
column-high = 75 %, ms
column-rounds = 횟수
column-printed = 교재의 값
caption = { $rounds }회 측정한 시간. “±”와 “(a–b)”는 가운데 값의 95 % 구간을 나타냅니다.

few = 결론을 내리지 않습니다. { $rounds }회만 측정했고, 여섯 번 미만이면 구간이 없습니다. 그림에는 측정한 값이 있습니다. 다섯 번 미만이면 최솟값부터 최댓값까지입니다. 6회 이상을 고르세요.
unsteady = { $rounds }회로는 판단할 수 없습니다. 95 % 구간이 10분의 1이라는 한계에 걸칩니다. 횟수를 늘리거나 기기가 한가하면 구간이 좁아집니다.
way-latency = 거의 없는 작업, 기다림
timing-latency = { $rounds }회 중 { $round }회: 거의 없는 작업, 기다림
distortion-few = { $rounds }회의 시간에는 구간이 없습니다. 6회 이상이면 있습니다.
distortion-older = 이 결과는 이전 버전이 그때의 규칙, 곧 겹치지 않는 사분위수로 판단한 것입니다. “±”와 “(a–b)”는 가운데 절반의 회차를 나타내며, 가운데 값의 구간이 아닙니다. 지금의 규칙으로 판단하려면 다시 실행하세요.

prediction-undecided = 예측은 “{ $predicted }”입니다. 이번 실행으로는 맞는지 알 수 없습니다.
distortion-modelled = 측정이 아니라 모델입니다. 이 시간들은 기기({ $machine })와 그 브라우저에 대한 기술에서 계산한 것입니다.
summary-trace =
    { $count ->
        [1] { $enqueueing } 안에 연산 { $count }개를 큐에 넣었고, { $done } 후에 완료가 확인되었습니다. 간격은 { $gap }입니다.
       *[other] { $enqueueing } 안에 연산 { $count }개를 큐에 넣었고, 마지막 연산의 완료는 { $done } 후에 확인되었습니다. 간격은 { $gap }입니다.
    }

distortion-floor = 거의 없는 작업도 { $floor } 후에야 완료로 보고됩니다. 이런 보고로 끝나는 시간 가운데 여기서 가장 짧은 것이 { $seen }이므로, 그중 최대 { $share }까지는 브라우저 자체의 지연일 수 있습니다.
distortion-clock = 시계는 { $step } 눈금으로 움직입니다. { $shortest } 길이의 시간은 눈금 몇 개에 지나지 않습니다.
distortion-no-timestamps = 이 장치는 자기 작업의 시간을 재지 않습니다. 그래서 장치 레인에는 범위를 표시합니다. 각 제출은 제출된 때와 완료가 확인된 때 사이의 어느 시점에 실행되었습니다.
distortion-quantum = GPU의 타임스탬프는 { $quantum } 눈금으로 나오는데, 가장 짧은 연산이 { $shortest } 걸렸습니다.
distortion-software = 여기의 “GPU”({ $adapter })는 CPU에서 도는 프로그램입니다. 프런트엔드, 백엔드와 코어를 나눠 쓰므로, GPU가 있을 때보다 모두 느립니다.
distortion-software-unnamed = 브라우저가 이름을 알려 주지 않는 이 “GPU”는 CPU에서 도는 프로그램입니다. 프런트엔드, 백엔드와 코어를 나눠 쓰므로, GPU가 있을 때보다 모두 느립니다.
distortion-nudged = 이 브라우저는 끝난 작업을 스스로는 100 ms마다 한 번만 살핍니다. 몇 밀리초마다 빈 제출을 보내면 더 일찍 살피게 되는데(빈 큐의 완료가 { $floor } 후에 확인됩니다), 그 대신 장치의 시간을 조금 씁니다.
distortion-same-thread = 여기서는 워커에서 WebGPU를 쓸 수 없습니다. 그래서 백엔드가 프런트엔드의 스레드를 함께 쓰며 그 시간을 빼앗습니다.
distortion-hidden = 탭이 가려진 { $count }회는 제외했습니다.
distortion-late = { $count }회는 하지 않았습니다. 이 브라우저는 빈 큐조차 { $floor } 뒤에야 완료를 알리므로, 모두 하면 오래 걸립니다.
distortion-unseen = 그림에 쓸 회차를 기록하는 동안 탭이 가려졌습니다. 브라우저는 가려진 탭을 느리게 실행합니다. 탭이 보이게 두고 다시 실행하세요.
distortion-uneven = 시간이 고르지 않습니다. 같은 일이 가운데 절반의 회차에서 { $low }~{ $high } 걸렸습니다. 기기가 한가하면 덜 흩어집니다. 횟수를 늘리면 구간은 좁아지지만 이 흩어짐은 줄지 않습니다.

measure-floor = 완료 알림 지연
