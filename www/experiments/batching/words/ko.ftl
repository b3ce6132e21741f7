### 묶어서 제출하기: 제출당 연산 수

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 묶어서 제출하기
question = 백엔드는 장치에 연산을 한 번에 몇 개씩 넘기는 것이 좋을까요?

introduction = 제출 한 번에 연산 한 묶음을 장치에 넘깁니다. 묶음의 크기는 백엔드가 정합니다. 연산 하나일 수도, 수백 개일 수도 있습니다. 같은 덧셈 루프를 여러 크기의 제출로 실행하며 두 가지를 잽니다. 처리량과, 결과의 나이 곧 큐에 넣은 때부터 완료가 확인될 때까지의 시간입니다.
prediction = 256개씩 묶어 제출하면, 루프는 연산을 하나씩 제출할 때보다 몇 배나 빠를까요?
prediction-same = 1.5배 미만
prediction-few = 1.5~4배
prediction-many = 4~20배
prediction-most = 20배 초과
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $gain }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $gain }, 즉 “{ $measured }”입니다.
why-low = 연산에 비해 제출에는 비용이 없다고 예상했다면 다음에 유의하세요. 제출 한 번은 작은 연산 하나보다 비쌉니다.
why-high = 비용이 모두 제출에 있다고 예상했다면 다음에 유의하세요. 장치는 연산을 하나하나 실행하며, 그 시간은 나눌 수 없습니다.

count = 연산 수
side = 행렬의 변
side-help = 작을수록 제출의 비용이 잘 드러납니다.
timing = { $rounds }회 중 { $round }회차: 제출당 { $way }개
opening = 제출당 { $way }개인 lab을 여는 중
curve-throughput = 처리량
axis-throughput = 초당 연산 수, 로그
caption-throughput = 첫 큐 삽입부터 전부의 완료가 확인될 때까지, 초당 완료된 연산 수입니다. { $rounds }회의 중앙값과 사분위수입니다.
summary-throughput = 제출당 하나면 { $rateOne }, 제출당 { $many }개면 { $rateMany }입니다.

curve-enqueue = 큐 삽입
curve-each = 전부 완료까지
curve-first = 첫 결과
curve-age = 나이, 평균
axis-x = 제출당 연산 수, 로그
axis-cost = 연산당 시간, 로그
axis-age = 큐에 넣은 뒤 시간, 로그
caption-cost = { $side }×{ $side } 행렬의 덧셈 { $count }개, 덧셈 하나당: 큐에 넣는 시간과, 전부 완료될 때까지의 시간. { $rounds }회의 중앙값과 사분위수입니다.
summary-cost = 제출당 하나면 연산마다 { $one }, 제출당 { $many }개면 { $eachMany } 걸립니다. 속도는 하나씩 제출할 때의 { $gain }입니다.
caption-age = 완료가 확인될 때의 결과의 나이: 첫 결과와 전체의 평균입니다. 장치의 타임스탬프 없이 기록했습니다. 타임스탬프를 쓰면 연산마다 패스가 따로 필요하기 때문입니다.
summary-age = 첫 결과는 제출당 하나면 큐에 넣고 { $firstOne } 후에, 가장 크게 묶어 제출하면 { $firstMost } 후에 확인됩니다.
caption = 연산 하나당, { $rounds }회의 중앙값
column-x = 제출당 연산 수
column-enqueue = 큐 삽입, µs
column-each = 완료까지, µs
column-throughput = 처리량
column-first = 첫 결과, ms
column-age = 평균 나이, ms
line-point = 제출당 { $x }개: { $rate }

found = 제출당 하나면 연산마다 { $one } 걸렸고, 제출당 { $many }개면 { $eachMany } 걸렸습니다. 처리량은 하나씩 제출할 때의 { $gain }입니다. 첫 결과의 완료는 하나씩 제출하면 큐에 넣고 { $firstOne } 후에, 가장 크게 묶어 제출하면 { $firstMost } 후에 확인되었습니다.
found-more = 프런트엔드가 큐에 넣는 비용은 두 경우 모두 연산당 { $enqueue }입니다. 제출은 백엔드가 합니다. { $many }개보다 느리다고 할 수 없는 크기는 { $best }개입니다.
unsteady = 회차마다 값이 너무 달라 알 수 없습니다. 제출당 하나면 연산마다 { $one }, 제출당 { $many }개면 { $eachMany } 걸리지만, 둘의 비의 구간이 1에 걸칩니다. 기기가 한가할 때, 또는 측정 횟수를 늘려 다시 실행하세요.
disagrees = 여기서는 제출의 비용이 거의 없습니다. 하나씩 제출하면 연산마다 { $one }, 제출당 { $many }개면 { $eachMany } 걸립니다. 연산이 길어서 제출의 비용이 가려집니다. 행렬을 더 작게 하세요.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 루프 전체가 겨우 { $shortest } 걸렸는데, 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. 연산 수를 늘리세요.

measure-rateOne = 처리량, 제출당 연산 하나
measure-rateMany = 처리량, 여러 개씩
measure-many = 하나와 비교한 제출당 연산 수
measure-gain = 여러 개씩 / 제출당 연산 하나
measure-eachMany = 연산 하나의 시간, 여러 개씩
measure-best = 확실히 느리지는 않은 크기
measure-enqueue = 연산 하나의 큐 삽입
measure-firstOne = 첫 결과, 제출당 연산 하나
measure-firstMost = 첫 결과, 가장 큰 제출

vary-tiny = 수 하나(1×1)
look-tiny = 이제 연산에 산술은 거의 없습니다. 그래도 걸리는 시간을 보세요. 그것이 스케줄링 비용입니다.
vary-larger = 8배 넓은 행렬
look-larger = 연산마다 작업이 64배가 됩니다. 제출의 크기가 여전히 중요한지 보세요.
vary-more = 연산 수를 두 배로
look-more = 연산 하나의 시간을 보세요. 루프가 길어지면 달라집니까?
