### 그림이 하는 말. 그림 안의 이름표는 짧게 쓴다.

frontend = 프론트엔드
backend = 백엔드
device = 장치
axis-time = 첫 큐 삽입 이후, { $unit }
axis-count = 연산 수
empty = 아직 측정한 것이 없습니다. 실행을 누르세요.
empty-frontend = 요청한 연산을, 요청한 시점에
empty-backend = 큐에서 연산을 꺼내 장치에 넘김
empty-device = 실제로 실행되는 시점
enqueued-in =
    { $count ->
        [1] 연산 { $count }개를 큐에 넣음
       *[other] { $time } 안에 연산 { $count }개를 큐에 넣음
    }
thinned = { $step }개 중 1개만 연결
gap = 간격 { $time }
wait = { $kind } { $time }
seen = 완료 확인
uncertainty = GPU 시계 ± { $time }
uncertainty-residual = GPU 시계 ± { $time }, 잔차 { $residual }
bounds = 이 범위 안에서 실행
enqueued-curve = 큐에 넣음
ended-curve = 장치에서 끝남
completed-curve = 완료 확인
depth = 큐에 { $count }개
view-all = 전체 실행
view-beginning = 시작 부분
view = 보기

timeline = 타임라인. { $summary }
series = 시간에 따라 큐에 넣은 연산 수와 완료가 확인된 연산 수. { $summary }
timeline-empty = 타임라인: 아직 측정한 것이 없습니다
series-empty = 시간에 따른 연산 수: 아직 측정한 것이 없습니다
cursor = 연산
cursor-hint = 연산을 가리키거나 슬라이더를 움직이면, 그 연산이 거친 단계를 숫자로 볼 수 있습니다.
cursor-value = 연산 { $count }개 중 { $number }번째, { $name }
life-title = { $name } { $shape }, 연산 { $count }개 중 { $number }번째
life-enqueued = 큐에 넣음
life-decoded = 해독
life-submitted = 제출
life-started = 시작
life-ended = 끝남
life-completed = 완료 확인
life-gap = 간격
life-reads = 입력
life-clock = 장치의 시각
life-unknown = 측정되지 않음

plot-cursor = 점
plot-hint = 그림을 가리키거나 슬라이더를 움직이면 값을 숫자로 읽을 수 있습니다.
plot-table = 그림을 표로 보기
plot-low = { $name }, 25 %
plot-high = { $name }, 75 %
spread = { $median } ({ $low }~{ $high })
plot-way = 방식
time-since = 시작 이후 시간

table-open = 연산을 표로 보기
table-caption = 첫 큐 삽입 이후의 시간(ms)입니다. “완료 확인”은 실제로 끝난 시각의 상한입니다.
table-clock = 장치의 시각은 모두 함께 어긋나 있을 수 있습니다: { $clock }. 잔차는 시계를 맞추는 데 쓴 상한과 하한이 서로 얼마나 모순되는지를 나타냅니다.
table-cut = 연산 { $count }개 중 처음 { $shown }개입니다.
column-number = 번호
column-name = 연산
column-shape = 모양

replay = 다시 재생
graph-at = { $time } 후
graph-after = 실행 후
graph-untimed = 시간 미측정
graph-operation = 연산
graph-reads = 입력
graph-queued = 큐에 넣음
graph-started = 시작
graph-ended = 끝남
graph-took = 걸린 시간
graph-chain = 가장 긴 사슬에 속함
graph-yes = 예
graph-no = 아니요
stage-unknown = 호출 전
stage-queued = 큐에 있음
stage-running = 실행 중
stage-waiting = 프로그램이 기다림
stage-done = 완료

scalar = 스칼라
