### 메모리: 기다리지 않는 것의 대가

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 메모리: 기다리지 않는 루프
question = 훈련 루프가 전혀 기다리지 않으면 무엇을 얻고, 메모리는 얼마나 더 들까요?

introduction = 이 장의 훈련 루프입니다. 층이 세 개인 신경망, L2 손실, SGD를 씁니다. 한 방식은 미니배치마다 손실을 기다리고, 다른 방식은 마지막 전에는 기다리지 않습니다. 두 방식의 할당자는 완료 시 메모리를 해제합니다. 메모리를 읽는 작업이 완료된 다음에야 해제한다는 뜻입니다. MXNet 엔진도 이렇게 해제하지만, 결과의 메모리는 연산이 실행될 때에야 할당합니다. 그래서 거기서는 주로 미니배치의 데이터가 쌓입니다. 세 번째 방식도 기다리지 않지만, PyTorch의 캐싱 할당자처럼 메모리를 스트림 순서로 재사용합니다. 큐의 다음 연산이 그 메모리를 바로 이어받을 수 있습니다. 열 가지 방식을 모두 고르면 평균 손실을 수로 읽는 루프와 미니배치를 겹치는 루프도 측정합니다.
prediction = 메모리를 완료 시에만 해제한다면, 전혀 기다리지 않는 루프에는 매번 손실을 기다리는 루프의 몇 배의 메모리가 필요할까요?
prediction-same = 거의 같음
prediction-few = 1.5~4배
prediction-tens = 4~12배
prediction-most = 12배 초과
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $ratio }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $ratio }, 즉 “{ $measured }”입니다.
why-low = 프로그램에 더는 필요하지 않을 때 메모리가 해제된다고 예상했다면 다음에 유의하세요. 완료 시에 해제하면 메모리는 그것을 읽는 작업이 완료될 때까지 남아 있고, 그 작업 앞에는 큐 전체가 있습니다.
why-high = 미니배치마다 모든 것이 따로 저장된다고 예상했다면 다음에 유의하세요. 쌓이는 것은 미니배치의 결과뿐입니다. 가중치는 한 벌만 저장되고, 기다리는 루프도 미니배치 하나의 메모리는 씁니다.

preset-course = 교재와 같게, 1024 × 512 미니배치 50개 (1회: 구간 없음)
preset-course-100 = 교재와 같게, 미니배치 100개, 8 GB (1회: 구간 없음)
preset-course-150 = 교재와 같게, 미니배치 150개, 12 GB (1회: 구간 없음)
features = 특성 수
features-help = 특성 수가 f이면 세 층의 유닛 수는 4f, f, 1입니다.
batch = 미니배치의 행 수
batch-help = 자동: 교재처럼 특성 수의 두 배입니다.
batches = 에포크의 미니배치 수
overlap = 겹칠 수 있는 미니배치 수
overlap-help = 열 가지 방식을 모두 측정할 때 쓰는 `lab.window(k)`의 k입니다.
rate = 학습률
memory = 써도 되는 메모리, MB
memory-help = 기다리지 않는 루프에 필요할 수 있는 메모리를 미리 계산합니다. 이 한도보다 많으면 에포크를 줄입니다.
calibrating = 이 장치에 알맞은 크기를 찾는 중: 특성 { $n }개

way-never-on-completion = 기다리지 않음, 완료 시 해제
way-loss-on-completion = 손실 기다림, 완료 시 해제
way-mean-on-completion = 평균 손실 읽기, 완료 시 해제
way-one-on-completion = 미니배치 하나 겹침, 완료 시 해제
way-several-on-completion = 여러 개 겹침, 완료 시 해제
way-never-stream-ordered = 기다리지 않음, 스트림 순서
way-loss-stream-ordered = 손실 기다림, 스트림 순서
way-mean-stream-ordered = 평균 손실 읽기, 스트림 순서
way-one-stream-ordered = 미니배치 하나 겹침, 스트림 순서
way-several-stream-ordered = 여러 개 겹침, 스트림 순서
line-batches = 미니배치 { $count }
line-epoch = 에포크당 시간
line-memory = 늘어난 메모리: { $megabytes } MB
line-shrunk = 기다리지 않으면 { $needed } 필요했을 텐데 { $limit }까지만 쓸 수 있음: 대신 { $batch }×{ $features } 미니배치 { $batches }개를 실행

column-issued = 모두 큐에 넣음, ms
column-epoch = 에포크 완료, ms
column-bytes = 늘어난 메모리
caption = { $batch }×{ $features } 미니배치 { $batches }개, { $rounds }회의 중앙값
table-note = 늘어난 메모리는 시작할 때 매개변수가 차지하던 메모리를 빼고, 어느 때든 가장 많이 할당된 양입니다. 교재는 `ps`가 알려 주는 대로 프로세스 전체가 늘어난 양을 출력합니다. 여기에는 파이썬과 라이브러리, 다시 쓰려고 남겨 둔 메모리가 들어 있습니다. 이 표에서는 장치의 버퍼만 셉니다. 두 루프의 절충: 바로 앞의 미니배치를 기다리면 큐에 언제나 하나가 더 있습니다. 메모리에는 상한이 있고, 장치도 유휴 상태가 되지 않아도 됩니다.

axis-batches = 미니배치 수
curve-never-issued = 기다리지 않음: 큐에 넣음
curve-never-finished = 기다리지 않음: 완료
curve-loss-issued = 기다림: 큐에 넣음
curve-loss-finished = 기다림: 완료
caption-batches = 시간에 따라 큐에 넣은 미니배치와 완료가 확인된 미니배치의 수, { $batch }×{ $features } 미니배치 { $batches }개. 실선: 기다리지 않음. 파선: 미니배치마다 손실을 기다림. 각각 한 에포크이며, 메모리는 완료 시 해제합니다.
summary-batches = 기다리지 않으면 미니배치 { $count }개가 모두 { $issued } 후에 큐에 들어가고 { $epoch } 후에 완료되었습니다. 매번 손실을 기다리면 { $epochLoss } 후에 완료되었습니다.
axis-bytes = 장치의 바이트
curve-used = 사용
curve-pending = 보류
curve-allocated = 할당
caption-pile = 기다리지 않음, 메모리는 완료 시 해제. 사용: 프로그램이 갖고 있는 배열. 보류: 프로그램은 놓았지만 큐의 작업에 아직 필요한 것. 할당: 이 둘과 다시 쓰려고 남겨 둔 메모리.
summary-pile = 기다리지 않고 완료 시 해제하면 메모리가 { $pile } 늘어납니다.
axis-allocated = 할당된 바이트
curve-never-on-completion = 안 기다림, 완료 시
curve-loss-on-completion = 기다림, 완료 시
curve-never-stream-ordered = 안 기다림, 스트림
caption-flat = 같은 훈련: 메모리를 완료 시 해제하면서 기다리지 않을 때와 매번 손실을 기다릴 때, 그리고 메모리를 스트림 순서로 다시 쓰면서 기다리지 않을 때입니다.
summary-flat = 완료 시 해제하면 메모리가 기다리지 않을 때 { $pile }, 매번 손실을 기다릴 때 { $flat } 늘어납니다. 스트림 순서에서는 기다리지 않아도 { $stream }만 늘어납니다.
axis-increase = 늘어난 메모리
caption-bytes = 방식마다 시작할 때보다 더 할당한 최대량: { $rounds }회의 중앙값과 사분위수, { $batch }×{ $features } 미니배치 { $batches }개입니다.
summary-bytes = 완료 시 해제하면 기다리지 않을 때 { $pile }, 매번 손실을 기다릴 때 { $flat } 듭니다. 스트림 순서에서는 각각 { $stream }, { $streamFlat } 듭니다.
axis-open = 끝나지 않은 미니배치 수
curve-open-one = 직접 작성: 하나 겹침
curve-open-several = 윈도우 { $overlap }
caption-open = 미니배치를 겹치게 하는, 이 장의 연습문제: 루프는 미니배치를 큐에 넣은 뒤 바로 앞의 미니배치를 기다리므로, 정확히 한 미니배치가 다음 것과 겹칩니다. 끝나지 않은 미니배치는 동시에 최대 2개입니다. 윈도우가 { $overlap }이면 최대 { $overlap }개입니다. 각 에포크의 처음 몇 미니배치만 그렸습니다.
summary-open = 미니배치 하나만 겹치게 하면 끝나지 않은 것은 최대 { $openOne }개였고, 메모리는 { $one } 늘고 에포크는 { $epochOne } 걸렸습니다. 윈도우를 쓰면 최대 { $openSeveral }개, 기다리지 않으면 { $openNever }개였습니다.

found = 기다리지 않으면 루프는 미니배치 { $count }개를 모두 { $issued } 후에(에포크에 걸린 { $epoch } 가운데 { $part }) 큐에 넣었고, 메모리를 완료 시 해제할 때 { $pile } 쌓였습니다. 매번 손실을 기다리면 메모리는 { $flat }에 머물고, 시간은 조금만 더 들어 에포크에 { $epochLoss } 걸립니다.
found-more = 스트림 순서에서는 기다리지 않아도 메모리가 { $stream }만 늘어납니다.
found-costly = 기다리지 않으면 루프는 미니배치 { $count }개를 모두 { $issued } 후에(에포크에 걸린 { $epoch } 가운데 { $part }) 큐에 넣었고, 메모리를 완료 시 해제할 때 { $pile } 쌓였습니다. 매번 손실을 기다리면 메모리는 { $flat }에 머물지만, 여기서는 시간이 더 듭니다. 에포크에 { $epochLoss }, 곧 기다리지 않을 때의 { $price } 걸립니다.
found-costly-more = 기다릴 때마다, 브라우저가 완료를 알리고 다음 미니배치가 도착할 때까지 장치는 유휴 상태일 수 있습니다. 스트림 순서에서는 기다리지 않아도 메모리가 { $stream }만 늘어납니다.
found-unpriced = 기다리지 않으면 루프는 미니배치 { $count }개를 모두 { $issued } 후에(에포크에 걸린 { $epoch } 가운데 { $part }) 큐에 넣었고, 메모리를 완료 시 해제할 때 { $pile } 쌓였습니다. 매번 손실을 기다리면 메모리는 { $flat }에 머뭅니다. 그래서 시간이 더 드는지는 이 회차들로는 알 수 없습니다. 에포크에 { $epochLoss }, 곧 기다리지 않을 때의 { $price } 걸립니다.
found-unpriced-more = 스트림 순서에서는 기다리지 않아도 메모리가 { $stream }만 늘어납니다.
disagrees = 여기서는 프런트엔드가 장치보다 그리 앞서 있지 않습니다. 에포크에 걸린 { $epoch } 가운데 미니배치 { $count }개를 큐에 넣는 데 { $issued } 걸렸습니다. 그래서 별로 쌓일 수 없습니다. 기다리지 않으면 { $pile }, 매번 기다리면 { $flat } 듭니다. 특성 수를 늘리세요.
disagrees-memory = 미니배치는 { $epoch } 가운데 { $issued } 후에 모두 큐에 들어갔는데도, 메모리가 교재의 설명과 다르게 움직입니다. 완료 시 해제할 때 기다리지 않으면 { $pile }, 기다리면 { $flat } 들었고, 스트림 순서에서 기다리지 않으면 { $stream } 들었습니다.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 에포크 전체가 { $epoch } 걸렸는데, 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. 특성 수를 늘리세요. 메모리는 기다리지 않을 때 { $pile }, 기다릴 때 { $flat } 늘었습니다.
cramped = 메모리가 부족해 알 수 없습니다. { $limit }까지 쓸 수 있는데, 기다리지 않으면 { $needed }까지 필요했을 수 있습니다. 들어가는 미니배치가 너무 적어 쌓일 수 없습니다. 메모리를 늘리거나 특성 수를 줄이세요.
distortion-floor = 거의 없는 작업도 { $floor } 후에야 완료로 보고됩니다. 손실을 매번 기다리면 미니배치 하나에 { $seen } 걸리므로, 그중 최대 { $share }까지는 브라우저 자체의 지연일 수 있습니다.
distortion-shrunk = 요청한 크기에서 전혀 기다리지 않으면 { $needed }까지 필요할 수 있었는데, 쓸 수 있는 메모리는 { $limit }입니다. 그래서 들어가는 가장 큰 크기인 { $batch }×{ $features } 미니배치 { $batches }개로 실행했습니다.

measure-pile = 늘어난 메모리, 기다리지 않음
measure-flat = 늘어난 메모리, 손실 기다림
measure-ratio = 메모리, 기다리지 않음 / 기다림
measure-price = 시간, 기다림 / 기다리지 않음
measure-part = 모두 큐에 넣은 시간의 에포크 비율
measure-issued = 미니배치 모두 큐에 넣음, 기다리지 않음

ways = 측정할 방식
ways-three = 세 방식
ways-all = 열 가지 방식 모두
vary-double = 미니배치 수를 두 배로
look-double = 완료 시 해제의 두 메모리 곡선을 보세요. 어느 쪽이 미니배치 수에 좌우됩니까?
vary-rows = 행 수를 절반으로
look-rows = 미니배치마다 작업도 메모리도 절반입니다. 기다리지 않을 때 여전히 장치보다 그만큼 앞서 가는지 보세요.
vary-all = 열 가지 방식 모두, 겹치는 미니배치 포함
look-all = 아래의 나머지 그림을 펼쳐 보세요. 정확히 한 미니배치만 다음 것과 겹칠 때 몇 개가 끝나지 않았고, 시간과 메모리는 어떻게 됩니까?
