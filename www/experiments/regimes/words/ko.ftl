### 루프라인

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 루프라인: 무엇이 연산을 제한하는가
question = 산술, 메모리, 오버헤드: 여러분의 연산에서 시간을 쓰는 것은 셋 중 무엇일까요?

introduction = 연산은 계산을 하고(FLOP: 덧셈과 곱셈), 장치와 그 메모리 사이에서 바이트를 옮기며, 무엇을 계산하든 같은 오버헤드가 있습니다. 장치에는 셋 각각의 속도가 있습니다. 루프라인 모델에서 연산은 셋 중 가장 느린 것만큼 걸리고, 그것이 연산을 제한하며, 연산의 제한 영역입니다. asynclab은 자신의 연산으로 이 장치의 세 속도를 잽니다. 그다음 여러분의 연산을 재서 비교합니다. 연산의 산술 강도는 바이트당 FLOP입니다. `exp`와 `tanh`는 덧셈처럼 원소마다 FLOP 하나로 셉니다.
prediction = 이 크기에서 여러분의 연산을 제한하는 것은 셋 중 무엇일까요?
prediction-compute = 산술(계산 바운드)
prediction-bytes = 메모리(대역폭 바운드)
prediction-overhead = 오버헤드(오버헤드 바운드)
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 걸리는 시간은 셋 중 다음 것의 { $by }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 “{ $measured }”입니다. 걸리는 시간은 셋 중 다음 것의 { $by }입니다.
why-low = 산술이 많을수록 오래 걸린다고 예상했다면 다음에 유의하세요. 메모리가 수 하나를 보내는 동안 장치는 많은 수를 계산하며, 수가 몇 개뿐인 배열은 다음 연산이 시작되기 전에 끝납니다.
why-high = 메모리나 오버헤드가 가장 중요하다고 예상했다면 다음에 유의하세요. 둘 다 산술만큼 빠르게 늘지 않습니다. n×n 행렬의 곱셈에서 바이트는 n²으로, 산술은 n³으로 늘어납니다.

operation = 여러분의 연산
operation-tanh = 원소마다 tanh
operation-add = 덧셈 하나
operation-chain = 연산 여덟 개의 사슬
operation-fused = 같은 사슬, 컴파일함
operation-product = 행렬 곱셈
operation-layers = 아주 작은 층 120개
operation-replayed = 같은 층, 컴파일함
preset-product = 행렬 곱셈
preset-fused = 컴파일한 사슬
preset-layers = 아주 작은 많은 층
n = 크기 n
n-help = 연산은 n×n 배열에서 일합니다. 자동: 장치에 필요한 크기, 층은 16.
largest = 시도할 가장 큰 변
largest-help = 작은 배열은 메모리보다 빠른 캐시에 남을 수 있습니다.
loop = 루프의 길이(ms)
loop-help = 각 시간은 긴 루프에서 짧은 루프를 뺀 연산당 시간입니다. 루프가 길수록 더 확실합니다.

calibrating-work = 알맞은 루프를 찾는 중: { $operation }, n = { $n }
timing-work = { $round }/{ $rounds }회차: { $operation }

way-own = 여러분의 연산
way-tiny = 수 하나의 덧셈
way-add = 덧셈 하나
way-exp = exp
way-tanh = tanh
way-chain = 여덟 개의 사슬
way-fused = 사슬, 컴파일함
way-product = 행렬 곱셈
way-layers = 120층, 연산 하나씩
way-replayed = 120층, 컴파일해 재생

column-operation = 연산
column-n = n
column-intensity = FLOP/B
column-time = 시간
column-rate = 한 산술
column-regime = 제한하는 것
column-by = 다음 것의 배수
regime-compute = 산술
regime-bytes = 메모리
regime-overhead = 오버헤드
regime-uncounted = 산술
regime-open = 결정되지 않음
regime-other = 셋 다 아님

found = 여러분의 연산은 { $regime ->
        [compute] 계산 바운드
        [bytes] 대역폭 바운드
       *[overhead] 오버헤드 바운드
    }입니다. 걸린 시간은 { $time }입니다. 따로 보면 산술에 { $compute }, 바이트에 { $bytes }, 오버헤드에 { $overhead } 필요합니다. { $regime ->
        [compute] 산술을 줄이거나 더 빠르게 해야만 짧아집니다.
        [bytes] 이웃한 연산과 융합하면 바이트가 줄어듭니다. 산술을 줄여도 짧아지지 않습니다.
       *[overhead] 배치를 키우거나 많은 연산을 더 적은 연산으로 컴파일하면 짧아집니다.
    }
found-more = 이 장치는 곱셈에서 { $arithmetic }, 바이트 이동에서 { $bandwidth }에 이르고, 수 하나의 연산에 { $cost } 필요합니다. { $ridge } 아래에서는 메모리가, 위에서는 산술이 제한합니다. 같은 큰 배열에서 `tanh`의 시간은 덧셈의 { $tanh }입니다. 컴파일하면 여덟 개의 사슬은 속도가 { $fusing }, 아주 작은 120층은 속도가 { $replaying } 됩니다.
found-uncounted = 여러분의 연산은 계산 바운드입니다. 걸린 시간은 { $time }, 바이트와 오버헤드로 설명되는 시간의 { $fit }입니다. 덧셈도 옮기는 바이트는 같습니다. 나머지는 산술이며, 여기서는 원소마다 FLOP 하나로 셉니다.
found-uncounted-more = 이 장치는 곱셈에서 { $arithmetic }, 바이트 이동에서 { $bandwidth }에 이르고, 수 하나의 연산에 { $cost } 필요합니다. 같은 큰 배열에서 `tanh`의 시간은 덧셈의 { $tanh }입니다. 컴파일하면 여덟 개의 사슬은 속도가 { $fusing }, 아주 작은 120층은 속도가 { $replaying } 됩니다.
disagrees = 셋 중 어느 것도 여러분의 연산을 설명하지 못합니다. 걸린 시간은 { $time }, 모델의 { $fit }입니다. 바이트에 { $bytes }, 산술에 { $compute }, 오버헤드에 { $overhead } 필요합니다. 캐시는 연산을 모델보다 빠르게 합니다. 스레드가 너무 적거나 커널이 그 크기에 맞지 않으면 느려집니다.
disagrees-more = 이 장치는 곱셈에서 { $arithmetic }, 바이트 이동에서 { $bandwidth }에 이르고, 수 하나의 연산에 { $cost } 필요합니다.
unsteady = 이 회차들로는 무엇이 여러분의 연산을 제한하는지 정할 수 없습니다. 걸린 시간은 { $time }입니다. 따로 보면 산술에 { $compute }, 바이트에 { $bytes }, 오버헤드에 { $overhead } 필요합니다. 지붕의 마루 근처에서는 둘이 비슷합니다. 더 크거나 작은 n을 고르세요. 아니면 횟수를 늘리거나 기기가 한가할 때 실행하세요.
coarse = 알 수 없습니다. 이 브라우저는 거의 없는 작업도 { $floor } 뒤에야 완료로 보고하며, 연산이 그 안에 가려집니다. 다른 브라우저를 쓰거나 더 긴 루프를 고르세요.

axis-intensity = 산술 강도, 바이트당 FLOP
axis-rate = 한 산술, FLOP/s
axis-n = n
axis-elementwise = 같은 배열에서 각 연산의 시간
axis-layers = 120층의 시간
curve-product = 행렬 곱셈
curve-elementwise = 덧셈, 컴파일한 사슬
curve-layers = 아주 작은 층
curve-own = 여러분의 연산
curve-roof = 지붕
curve-model = 지붕과 오버헤드
curve-peak = 손으로 쓴 커널의 지붕
caption-roofline = 이 장치의 루프라인, 두 축 모두 로그: 중앙값과 사분위수. 지붕의 비탈에서는 메모리가, 평평한 곳에서는 산술이 제한합니다. 지붕보다 한참 아래에 있으면 오버헤드가 제한하거나, 셋 다 아닙니다. 점선: 손으로 쓴 두 커널(복사, 레지스터 안의 곱셈과 덧셈)이 이르는 곳.
summary-roofline = 지붕은 { $bandwidth }의 기울기로 { $ridge }의 마루까지 오르고, { $arithmetic }에서 평평합니다.
caption-elementwise = 같은 { $side }×{ $side } 배열에서 산술이 서로 다른 연산: 중앙값과 사분위수. 사슬은 배열을 여덟 번 읽고 쓰며, 컴파일하면 한 번입니다.
summary-elementwise = tanh의 시간은 덧셈의 { $tanh }, 사슬의 시간은 컴파일했을 때의 { $fusing }입니다.
caption-layers = 단위가 16개인 층 120개의 신경망: 연산 360개를 하나씩, 또는 컴파일해 명령 하나로 재생.
summary-layers = 연산 하나씩일 때 층의 시간은 재생할 때의 { $replaying }입니다.
caption-throughput = n×n 행렬의 곱셈: n에 따른 초당 산술. 작은 곱셈은 지붕 아래의 점선에 놓이며, 거기서는 오버헤드가 제한합니다.
summary-throughput = 가장 큰 곱셈(n = { $largest })은 { $arithmetic }에 이릅니다.

measure-time = 여러분의 연산
measure-by = 제한하는 것 / 다음 것
measure-bandwidth = 옮긴 바이트
measure-arithmetic = 한 산술
measure-cost = 연산의 오버헤드
measure-ridge = 지붕의 마루
line-peakArithmetic = 손으로 쓴 커널이 한 산술
line-peakBandwidth = 손으로 쓴 커널이 옮긴 바이트
vary-add = 대신 덧셈
look-add = 덧셈은 같은 바이트에서 `tanh`보다 산술이 훨씬 적습니다. 시간을 보세요. 짧아졌나요?
vary-small = 작은 배열(n = 16)
look-small = 수가 256개 남습니다. 시간과, 지금 무엇이 제한하는지 보세요. 바이트는 어디로 갔을까요?
vary-product = 대신 곱셈
look-product = 곱셈의 바이트는 n²으로, 산술은 n³으로 늘어납니다. 지붕 아래 어디에 놓이는지 보세요.
