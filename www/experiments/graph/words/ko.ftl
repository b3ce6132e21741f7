### 의존성 그래프

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 의존성 그래프
question = 어떤 연산이 어떤 연산을 기다려야 하고, 출력은 무엇을 기다릴까요?

introduction = 호출마다 의존성 그래프에 연산이 하나씩 더해지며, 그래프의 간선은 연산이 어떤 결과를 읽는지 나타냅니다. 그 결과가 모두 있으면 백엔드는 연산을 실행할 수 있습니다. 교재의 예는 z = x * y + 2이고, 1로 채운 1×2 배열에 대해 [[3., 3.]]을 출력합니다. 직접 식을 써 보세요. 이름은 1로 채운 배열을 뜻합니다.
prediction = 각자 앞의 연산을 필요로 하는 연산들이 가장 긴 사슬을 이룹니다. 장치가 하는 일 전체에서 이 사슬에 놓인 일은 얼마나 될까요?
prediction-half = 약 절반 또는 그 이하
prediction-most = 대부분
prediction-all = 전부
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $part }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $part }, 즉 “{ $measured }”입니다.
why-low = 가장 긴 사슬 밖에 일이 더 많다고 예상했다면 다음에 유의하세요. 입력이 아직 없는 연산은 장치가 아무리 많아도 시작할 수 없습니다.
why-high = 모든 연산이 앞줄의 연산을 기다린다고 예상했다면 다음에 유의하세요. 의존성 그래프에서 연산은 MXNet의 엔진에서처럼 자신의 입력만 기다립니다. (PyTorch는 CUDA 스트림에서, 브라우저는 하나뿐인 큐에서 줄의 순서를 지키므로, 서로 독립인 연산도 차례로 실행될 수 있습니다.)

expression = 식
expression-help = 이름, 숫자, + − * /, 행렬 곱셈에는 @ 또는 dot(a, b), 그리고 sum, mean, max, norm, exp, log, sqrt, square, abs, relu.
wrong-sign = { $at }번째 글자: “{ $found }” 글자는 쓸 수 없습니다. 이름, 숫자, + - * / @ ( ) 및 쉼표만 쓸 수 있습니다.
wrong-here = { $at }번째 글자: “{ $found }” 자리에 와야 하는 것은 다음과 같습니다: { $expected ->
    [operator] +, -, *, / 또는 @
    [value] 이름, 숫자 또는 “(”
   *[other] “{ $expected }”
 }.
wrong-end = 식이 { $at }번째 글자에서 끝납니다. 그 자리에 와야 하는 것은 다음과 같습니다: { $expected ->
    [operator] +, -, *, / 또는 @
    [value] 이름, 숫자 또는 “(”
   *[other] “{ $expected }”
 }.
wrong-function = { $at }번째 글자: { $found } 함수는 없습니다. 쓸 수 있는 함수는 다음과 같습니다: { $known }.
wrong-args-1 = { $at }번째 글자: { $found } 함수는 값을 하나 받습니다.
wrong-args-2 = { $at }번째 글자: { $found } 함수는 쉼표로 나눈 값을 두 개 받습니다.
wrong-dot = { $at }번째 글자: 행렬 곱셈에는 행렬이 두 개 필요한데, 그중 하나가 수 하나뿐인 값입니다.
wrong-name = { $at }번째 글자: { $found } 이름은 프로그램이나 JavaScript에서 이미 쓰고 있습니다. 다른 이름을 쓰세요.
wrong-constant = 식에 배열이 없습니다. x 같은 이름을 쓰세요.
wrong-many = { $at }번째 글자에서 시작하는 연산부터 한도를 넘습니다. 식 하나에 연산을 최대 { $most }개 쓸 수 있습니다.
preset-branches = 두 갈래
preset-chain = 사슬 하나
preset-diamond = 갈라졌다 만나기
n-help = 모든 배열의 열 수입니다. 아래에서 따로 정하지 않으면 행 수도 같습니다.
rows = 행 수
rows-help = 자동: 열 수와 같습니다. 행렬 곱셈이 있는 식의 배열은 언제나 정사각입니다.
way-recorded = 기록하는 중
pacing = 연산마다 걸리는 시간을 알아보는 중
watching = 차례로 처리하는 중, n = { $n }: 눈에 보일 만큼 연산마다 여러 번 실행
skipping = 시뮬레이션 장치에는 실시간으로 볼 것이 없음
live-graph = 실시간: { $expression }, 배열 크기 { $n }×{ $n }. 실행되는 것이 보이도록 연산마다 노드에 적힌 횟수만큼 반복하며, 장치는 한 번에 호출 하나만 받습니다. 굵은 선은 앞서 기록한 가장 긴 사슬입니다. 모든 연산이 완료될 때까지 프로그램은 출력에서 기다립니다. 그 뒤에는 이 그림 대신 기록한 시간이 나옵니다.
live-summary-graph = 실시간: 노드 { $nodes }개 중 완료 { $done }개, 실행 중 { $running }개, 큐에 { $queued }개. 출력은 기다리고 있습니다.

column-operation = 연산
column-shape = 모양
column-reads = 입력
column-took = 걸린 시간
column-chain = 가장 긴 사슬에 속함
yes = 예
no = 아니요
caption = { $expression }: 식의 연산을 호출한 순서대로
line-chain = 가장 긴 사슬: { $way }
line-times = 장치 시간 { $all } 중 사슬 { $chain }, 출력이 블로킹한 시간 { $wait }

found = 연산 { $operations }개는 모두 자신의 입력이 준비된 뒤에야 시작했습니다. 서로 의존하지 않는 쌍은 { $pairs }쌍이고, 그중 { $together }쌍은 동시에 실행되었습니다.
found-more = 가장 긴 사슬(임계 경로)은 연산 { $length }개로 이루어졌고 { $chain } 걸렸습니다. 장치가 쓴 { $all } 가운데 { $part }입니다. 사슬의 연산은 하나씩 차례로 실행해야 하므로, 같은 속도의 장치가 더 있어도 더 일찍 끝날 수 없습니다. 프로그램을 기다리게 한 것은 출력뿐이고, 그 시간은 { $wait }입니다.
found-apart = 연산 { $operations }개는 모두 자신의 입력이 준비된 뒤에야 시작했습니다. { $pairs }쌍은 서로 의존하지 않지만, 이 장치는 연산을 한 번에 하나씩 실행했고 모두 { $all } 걸렸습니다.
found-apart-more = 가장 긴 사슬(임계 경로)은 연산 { $length }개로 이루어졌고 { $chain }, 곧 전체의 { $part }가 걸렸습니다. 사슬의 연산은 하나씩 차례로 실행해야 하므로, 같은 속도의 장치가 더 있어도 더 일찍 끝날 수 없습니다. 프로그램을 기다리게 한 것은 출력뿐이고, 그 시간은 { $wait }입니다.
found-chain = 연산 { $operations }개는 모두 자신의 입력이 준비된 뒤에야 시작했습니다. 저마다 앞의 연산을 필요로 하므로 두 연산이 동시에 실행될 수 없었고, 사슬은 { $chain } 걸렸습니다. 프로그램을 기다리게 한 것은 출력뿐이고, 그 시간은 { $wait }입니다.
disagrees = 의존 관계 { $needs }개 중 { $early }개가 지켜지지 않은 것처럼 보입니다. 입력이 준비되기 전에 시작한 듯한 연산이 있습니다. 장치의 시계나 asynclab이 틀린 것입니다. 다시 실행하세요.
coarse = 이 장치는 연산의 시간을 재지 않으므로 가장 긴 사슬의 시간을 알 수 없습니다. 그림에는 연산 { $operations }개가 저마다 실행된 범위만 나옵니다. 의존 관계는 정확합니다.
coarse-clock = 어느 사슬이 가장 긴지 알 수 없습니다. 연산 { $operations }개가 모두 합해 { $all } 걸렸는데, 연산의 시간을 재는 시계는 { $step } 눈금으로 움직입니다. 연산은 모두 입력이 준비된 뒤에야 시작했습니다. 프로그램을 기다리게 한 것은 출력뿐이고, 그 시간은 { $wait }입니다. n을 더 크게 잡으세요.
caption-graph = { $expression }. 연산마다 한 번 호출했으며, { $rounds }회 중 중앙값인 회차입니다. 연산은 자신의 입력 아래에 놓이고, 서로 의존하지 않는 연산은 나란히 놓입니다. 굵은 선은 가장 긴 사슬입니다. 육각형 노드에서 프로그램이 기다립니다. 슬라이더를 움직이거나 다시 재생을 누르면 각 연산이 어디까지 나아갔는지 볼 수 있습니다.
summary-graph = 연산 { $operations }개가 { $layers }개 층을 이룹니다. { $pairs }쌍은 어떤 순서로 실행해도 됩니다. 가장 긴 사슬은 연산 { $length }개로 이루어졌고, { $all } 중 { $chain } 걸렸습니다.
caption-trace = 같은 실행의 타임라인입니다. 빗금 친 막대는 출력 안의 대기입니다.

scalar = 스칼라

measure-chain = 가장 긴 사슬
measure-all = 장치의 모든 연산
measure-part = 가장 긴 사슬의 비율
measure-wait = 출력 안의 대기

vary-branches = 독립된 두 가지
look-branches = 두 가지는 서로를 읽지 않습니다. 이제 작업의 얼마가 임계 경로에 있는지 보세요.
vary-chain = 한 줄로 이어진 연산
look-chain = 각 연산이 바로 앞의 결과를 읽습니다. 동시에 실행할 수 있는 것이 있는지 보세요.
vary-double = n을 두 배로
look-double = 그래프는 그대로이고 연산은 더 오래 걸립니다. 어떤 연산이 임계 경로에 있는지 보세요.
