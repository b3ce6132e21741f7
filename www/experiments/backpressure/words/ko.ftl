### 백프레셔: 큐가 가득 차면

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 백프레셔: 큐가 가득 차면
question = 장치가 일하는 것보다 빨리 큐에 넣으면 어떻게 되고, 상한을 두면 무엇을 잃을까요?

introduction = 프런트엔드는 장치가 일하는 것보다 빨리 큐에 넣을 수 있습니다. 백프레셔는 큐에 상한을 둡니다. 큐에는 정해진 수의 연산, 또는 정해진 바이트의 결과만 있을 수 있습니다. 상한에 이르면 프로그램은 `lab.room`으로 자리가 날 때까지 기다립니다. 같은 루프를 연산 하나부터 여러 개까지의 상한으로 잽니다.
prediction = 큐에 연산 하나만 들어갈 자리가 있다면, 가장 큰 상한일 때 처리량의 얼마가 남을까요?
prediction-same = 70 % 초과
prediction-half = 30~70 %
prediction-tenth = 3~30 %
prediction-hundredth = 3 % 미만
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $part }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $part }, 즉 “{ $measured }”입니다.
why-low = 큐가 짧은 장치는 거의 늘 유휴 상태라고 예상했다면 다음에 유의하세요. 여기서는 프런트엔드가 자리가 난 것을 아는 시간에 비해 연산이 오래 걸립니다.
why-high = 장치가 다음 연산을 바로 찾는다고 예상했다면 다음에 유의하세요. 자리가 하나면 프런트엔드가 먼저 완료를 알고 다음 연산을 큐에 넣어야, 그제야 장치가 이어서 일합니다.

bound = 큐의 상한, 연산 수
bound-help = 시간에 따른 그림에 쓰입니다. 바이트 상한은 이 수의 절반만큼의 결과가 차지하는 크기입니다.
count = 연산 수
side = 행렬의 변
timing-bound = { $rounds }회 중 { $round }회차: 상한 { $bound }
overfilling = 큐가 거부할 때까지 채우는 중
recording = 큐의 깊이를 기록하는 중
way-loop-free = 루프, 상한 없음
way-done-free = 전부 완료, 상한 없음
way-loop-bounded = 루프, 상한 있음
way-done-bounded = 전부 완료, 상한 있음

column-bound = 상한, 연산 수
column-each = 연산당, µs
column-low = 25 %, µs
column-high = 75 %, µs
column-rate = 처리량
column-share = 가장 큰 상한 대비
caption = 1부터 시작하는 여러 상한에서 { $side }×{ $side } 행렬의 덧셈: { $rounds }회의 중앙값
table-note = 연산당 시간은 전부의 완료가 확인될 때까지 걸린 시간을 연산 수로 나눈 값입니다. 연산 수는 큐의 자리마다 8개이며, 지정한 수를 넘지 않습니다.
line-bound = 상한 { $bound }: { $rate }
line-depth = 큐에 가장 많을 때: 상한 없이 { $deepestFree }, 상한 { $bound }에서 { $deepest }, 바이트 상한 { $bytesBound }에서 { $bytesMost }
line-refused = 양보하지 않음: { $taken }개 받은 뒤 { $refusal }

axis-depth = 큐에 있는 연산 수
axis-bytes = 그 결과의 바이트
axis-bound = 큐의 상한, 연산 수, 로그
axis-rate = 초당 연산 수, 로그
curve-free = 상한 없음
curve-bounded = 상한 있음
curve-rate = 처리량
rule-bound = 상한 { $bound }
rule-enough = 가장 큰 상한일 때의 90 %
caption-depth = 큐가 받는 대로 가장 빨리 넣은 덧셈 { $count }개: 큐에 있는(아직 완료가 확인되지 않은) 연산 수를 시간에 따라 그렸습니다. 각각 한 번 실행해 기록했습니다. “상한 없음”은 결코 닿지 않는 상한입니다.
summary-depth = 상한이 없으면 큐에 연산이 { $deepestFree }개까지 있었고, 상한이 { $bound }이면 최대 { $deepest }개였습니다.
caption-bytes = 바이트에 상한을 둔 같은 실험: 큐에 있는 연산의 결과 크기를 모두 더한 것이며, 그 결과들이 동시에 메모리에 있는지는 따지지 않습니다.
summary-bytes = 상한이 없으면 { $bytesFree }까지, 상한이 { $bytesBound }이면 최대 { $bytesMost }입니다.
caption-price = 큐의 상한에 따른 처리량: { $rounds }회의 중앙값과 사분위수입니다. 점선부터는 가장 큰 상한일 때의 90 % 이상입니다.
summary-price = 연산 하나의 자리만 있으면 { $one }, 가장 큰 상한일 때 { $best }입니다. 상한이 { $enough }이면 그 90 %에 충분합니다.

found = 상한이 없으면 연산 { $deepestFree }개가, 결과 크기로는 { $bytesFree }만큼 쌓였습니다. 상한을 { $bound }에 두면 { $deepest }개를 넘지 않았고, { $doneFree } 대신 { $done } 후에 모두 완료되었습니다. 자리가 하나뿐이면 처리량은 { $one }, 곧 가장 큰 상한일 때({ $best })의 { $part }입니다.
found-more = 상한이 없으면 루프가 { $loopFree } 후에 끝났고, 상한이 있으면 프런트엔드가 기다려야 해서 { $loop } 걸렸습니다. 큐가 충분히 깊게 유지되는 한 상한의 비용은 작습니다. 연산 { $enough }개의 자리가 있으면 처리량은 가장 큰 상한일 때의 90 % 이상입니다. 양보하지 않는 프로그램은 연산 { $taken }개 뒤에 오류를 받았습니다.
found-cheap = 상한을 { $bound }에 두면 큐에 있는 연산이 { $deepest }개를 넘지 않았고, 상한이 없으면 { $deepestFree }개까지 쌓였습니다. 여기서는 가장 작은 상한도 비용이 작습니다. 연산 하나의 자리만 있으면 { $one }, 가장 큰 상한일 때 { $best }입니다.
found-cheap-more = 프런트엔드가 자리가 난 것을 아는 시간보다 연산이 더 오래 걸리기 때문입니다. 양보하지 않는 프로그램은 연산 { $taken }개 뒤에 오류를 받았습니다.
disagrees = 큐가 가득 찬 적이 없습니다. 상한이 없어도 큐에 있는 연산은 최대 { $deepestFree }개였는데, 상한은 { $bound }입니다. 장치가 프런트엔드를 따라잡습니다. 행렬을 더 크게 하거나, 연산 수를 늘리거나, 상한을 줄이세요.
disagrees-more = 연산 하나의 자리만 있으면 { $one }, 가장 큰 상한일 때 { $best }입니다.
disagrees-bound = 상한이 지켜지지 않았습니다. 큐에는 최대 { $bound }개 대신 연산 { $deepest }개가, 결과는 최대 { $bytesBound } 대신 { $bytesMost }만큼 있었습니다. 양보하지 않는 프로그램이 연산 { $taken }개를 큐에 넣을 수 있었습니다.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 연산 { $count }개가 모두 { $doneFree } 후에 완료되었는데, 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. 연산 수를 늘리세요.

measure-deepestFree = 큐에 가장 많을 때, 상한 없음
measure-deepest = 큐의 최대 연산 수, 한도 있음
measure-done = 모두 끝날 때까지, 한도 있음
measure-one = 처리량, 연산 하나의 자리
measure-best = 처리량, 가장 큰 상한
measure-part = 연산 하나의 자리, 가장 큰 상한 대비 비율
measure-enough = 90 %에 충분한 상한

vary-tight = 상한을 4분의 1로
look-tight = 큐의 깊이와 모두 끝나기까지의 시간을 보세요. 상한이 얼마나 작아져야 장치가 유휴 상태가 됩니까?
vary-more = 연산 수를 두 배로
look-more = 두 곡선을 보세요. 어느 큐가 연산 수에 따라 깊어집니까?
vary-larger = 4배 넓은 행렬
look-larger = 연산마다 더 오래 걸립니다. 자리가 하나뿐일 때의 처리량을 보세요. 최고 처리량에 더 가까워졌습니까?
