### 숨은 대기

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 숨은 대기
question = 두 훈련 루프가 서로 다른 곳에서 손실을 더합니다. 어느 한쪽이 더 느릴까요? 왜 그럴까요?

introduction = 두 루프가 같은 신경망을 훈련합니다. 첫 번째는 미니배치마다 손실을 수로 읽어 프로그램에서 더합니다. 두 번째는 손실을 배열인 채로 장치에서 더하고, 합을 마지막에 한 번 읽습니다. lab은 두 루프의 시간을 재고, 장치가 언제 일했고 프로그램이 언제 기다렸는지 기록합니다.
prediction = 첫 번째 루프는 두 번째 루프보다 얼마나 오래 걸릴까요?
prediction-same = 거의 같은 시간
prediction-half = 최대 1.5배
prediction-double = 1.5~3배
prediction-more = 3배 이상
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $ratio }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $ratio }, 즉 “{ $measured }”입니다.
why-low = 작은 수 하나는 싸게 읽을 수 있다고 예상했다면 다음에 유의하세요. 읽기는 그 앞의 모든 작업을 기다리고, 그동안 새 연산은 큐에 들어가지 않습니다.
why-high = 프로그램이 기다리는 내내 장치도 유휴 상태라고 예상했다면 다음에 유의하세요. 기다리는 동안에도 장치는 한동안 일하며, 큐가 빈 시간만 낭비됩니다.

wait = 루프 안의 호출
wait-item = 손실을 숫자로 읽기
wait-print = 손실 출력
preset-print = 손실 출력
preset-small = 작게 여러 번
n = 크기 n
n-help = 미니배치의 행 수, 특성 수, 은닉 유닛 수입니다.
batches = 미니배치 수

way-with = 숨은 대기 있음
way-without = 숨은 대기 없음
way-read = 읽기 1회: 프로그램이 기다림
way-idle = 그동안 장치 유휴
way-restart = 그 뒤 장치 유휴
line-read = 읽기 1회
line-idle = 그동안 장치 유휴
line-restart = 그 뒤 장치 유휴
mark-before = 고치기 전: 읽기 { $reads }회, 회당 { $each }
mark-after = 고친 후: 장치에서 더함
caption = 루프는 { $rounds }회 측정했고, { $line }번째 줄의 읽기는 기록한 실행에서 얻은 { $reads }회입니다
column-rounds = 표본 수
line-with = 숨은 대기가 있는 루프
line-without = 숨은 대기가 없는 루프
line-site = { $line }번째 줄, { $code }: 대기 { $reads }회, 블로킹된 시간 { $blocked }, 그동안 장치 유휴 { $during }, 그 뒤 { $after }
line-site-untimed = { $line }번째 줄, { $code }: 대기 { $reads }회, 블로킹된 시간 { $blocked }; 유휴 시간은 알 수 없음

found = { $line }번째 줄(`{ $code }`)에서 기다립니다. { $reads }번 읽을 때마다 프로그램이 { $each } 블로킹되었고, 그중 { $eachIdle } 동안은 장치가 유휴 상태였습니다(둘 다 기록한 실행 한 번의 중앙값). 루프는 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다.
found-more = 프로그램은 기다리는 동안 아무것도 큐에 넣지 않았고, 그래서 큐가 비었습니다. 이 한 번의 실행에서 프로그램은 모두 { $blocked } 동안 기다렸습니다. 장치는 그중 { $during } 동안, 그리고 새 작업이 도착할 때까지 { $after } 동안 더 유휴 상태였습니다.
found-no-longer = { $line }번째 줄(`{ $code }`)에서 기다리지만, 이 루프에는 거의 비용이 들지 않습니다. 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다. 대기에 견주어 각 단계가 깁니다. n을 더 작게 잡으세요.
found-no-longer-more = 기록한 한 번의 실행에서 { $reads }번의 읽기가 프로그램을 { $blocked } 동안 블로킹했고, 장치는 그중 { $during } 동안, 그리고 그 뒤로 { $after } 동안 유휴 상태였습니다.
unsteady = { $line }번째 줄(`{ $code }`)에서 기다리지만, 회차마다 값이 너무 달라 그 비용을 알 수 없습니다. 중앙값은 이 줄이 있으면 { $with }, 없으면 { $without }입니다. 기기가 한가할 때, 또는 측정 횟수를 늘려 다시 실행하세요.
unsteady-more = 기록한 한 번의 실행에서 { $reads }번의 읽기가 프로그램을 { $blocked } 동안 블로킹했고, 장치는 그중 { $during } 동안, 그리고 그 뒤로 { $after } 동안 유휴 상태였습니다.
disagrees = 기록한 실행에서 프로그램 안의 대기가 보이지 않습니다. asynclab은 블로킹하는 줄을 찾지 못했습니다. 다시 실행하세요.
coarse = 이 장치는 자기 작업의 시간을 재지 않으므로 유휴 시간을 알 수 없습니다. { $line }번째 줄(`{ $code }`)이 프로그램을 { $reads }번, 모두 { $blocked } 동안 블로킹했습니다. 루프는 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다.
untimed = 이 장치는 자기 작업의 시간을 재지 않으므로 유휴 시간을 알 수 없습니다. { $line }번째 줄(`{ $code }`)이 프로그램을 { $reads }번, 모두 { $blocked } 동안 블로킹했습니다. 루프는 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다.
found-untimed = { $line }번째 줄(`{ $code }`)에서 기다립니다. 기록한 실행 한 번에서 { $reads }번의 읽기가 프로그램을 모두 { $blocked } 동안 블로킹했습니다. 루프는 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다. 이 장치는 자기 작업의 시간을 재지 않으므로 유휴 시간을 알 수 없습니다.
found-no-longer-untimed = { $line }번째 줄(`{ $code }`)에서 기다리지만, 이 루프에는 거의 비용이 들지 않습니다. 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다. 대기에 견주어 각 단계가 깁니다. n을 더 작게 잡으세요. 이 장치는 자기 작업의 시간을 재지 않으므로 유휴 시간을 알 수 없습니다.
unsteady-untimed = { $line }번째 줄(`{ $code }`)에서 기다리지만, 회차마다 값이 너무 달라 그 비용을 알 수 없습니다. 중앙값은 이 줄이 있으면 { $with }, 없으면 { $without }입니다. 기기가 한가할 때, 또는 측정 횟수를 늘려 다시 실행하세요. 이 장치는 자기 작업의 시간을 재지 않으므로 유휴 시간을 알 수 없습니다.
coarse-clocks = 여기서는 장치가 얼마나 오래 유휴 상태였는지 알 수 없습니다. 이 브라우저는 빈 큐조차 { $floor } 뒤에야 완료를 알리므로, 장치와 프로그램의 시계는 { $apart } 이내로만 맞출 수 있습니다. { $line }번째 줄(`{ $code }`)이 프로그램을 { $reads }번 블로킹했습니다. 다른 브라우저를 사용하세요.
coarse-clocks-more = 이 대기는 모두 { $blocked }이며, 대부분은 브라우저의 지연일 수 있습니다. 루프는 이 줄이 있으면 { $with }, 없으면 { $without } 걸렸습니다.
axis-cost = 읽기 1회
caption-cost = { $line }번째 줄에서 한 번 읽는 비용: 기록한 실행에 있는 읽기 { $reads }회의 중앙값과 사분위수입니다. 장치가 큐에 있던 일을 모두 마쳤고 다음 일은 대기가 끝난 뒤에야 큐에 들어온 시간만 유휴로 셉니다.
summary-cost = 한 번 읽는 데 { $each } 들었습니다. 장치는 그동안 { $eachIdle }, 그 뒤로 { $eachAfter } 유휴 상태였습니다.
axis-ways = 루프 전체의 시간
caption-ways = 고치기 전과 후: 미니배치 { $batches }개, n = { $n }. { $rounds }회의 중앙값과 사분위수이며, 이 회차들은 기록하지 않았습니다.
summary-ways = 숨은 대기가 있으면 { $with }, 없으면 { $without } 걸렸습니다.
caption-trace = 두 루프를 차례로 기록한 것, n = { $n }. 빗금: 프로그램이 기다림. 첫 번째 루프에서는 대기마다 장치의 일에 빈틈이 생깁니다.

measure-ratio = 숨은 대기 있음 / 없음
measure-blocked = 프로그램이 기다린 총 시간
measure-idle = 그 때문에 장치가 유휴 상태였던 총 시간
measure-each = 읽기 한 번
measure-eachIdle = 읽는 동안의 장치 유휴 시간

wait-copy = 손실을 호스트로 복사했다가 되돌리기
read = 손실을 읽는 때
read-after = 갱신 후
read-before = 역전파 전
task = 루프의 작업
task-training = 훈련
task-inference = 추론: 순전파만
way-upload = 장치로 되돌리는 복사 1회
line-upload = 장치로 되돌리는 복사 1회
vary-copy = 호스트로 복사했다가 되돌리기
look-copy = 미니배치마다 양방향으로 한 번씩 복사합니다. 막대를 보세요. 어느 쪽이 이 프로그램을 기다리게 하고, 어느 쪽이 큐에 넣기만 합니까? PyTorch와 MXNet에서는 두 호출 모두 기다립니다.
vary-before = 역전파 전에 읽기
look-before = 손실에는 순전파만 필요합니다. 읽기 1회를 보세요. 프로그램이 기다리는 작업은 줄 수 있습니다. 그러나 역전파는 그다음에야 큐에 들어갑니다. 장치의 유휴 시간도 줄어듭니까?
vary-inference = 훈련 대신 추론
look-inference = 기울기가 없어 미니배치마다 작업이 적습니다. 장치의 유휴 시간을 보세요. 예측을 매번 읽는 루프는 동기화를 덜 합니까?
