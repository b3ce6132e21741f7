### 올바른 시간 측정

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 시간 재기: 같은 작업, 다섯 개의 타이머
question = 같은 곱셈 열 개를 다섯 가지 방식으로 잽니다. 어느 것이 얼마나 틀릴까요?

introduction = 타이머는 작업 전과 후에 시계를 읽습니다. 비동기 라이브러리에서는 그것으로 충분하지 않습니다. 두 번째로 읽기 전에 작업의 완료를 기다려야 하고(끝의 배리어), 큐에 앞선 작업이 남아 있으면 안 되며(시작 전의 배리어), 첫 실행은 커널 컴파일처럼 다음부터는 하지 않는 일을 합니다(워밍업). 자체 시계가 있는 장치도 있으며, 이벤트는 장치에서 작업 전후에 그 시계를 읽습니다. asynclab은 같은 곱셈을 아무것도 없는 단순한 타이머, 셋을 모두 갖춘 동기 타이머, 하나씩 빠진 타이머 둘로 잽니다. 손실을 단계마다 읽는 루프와 한 번만 읽는 루프도 실행합니다.
prediction = 단순한 타이머는 마지막 곱셈을 큐에 넣었을 때 멈춥니다. 작업에 걸리는 시간 중 얼마를 보여 줄까요?
prediction-little = 100분의 1 미만
prediction-tenth = 100분의 1에서 10분의 1
prediction-part = 10분의 1에서 10분의 9
prediction-all = 거의 전부
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $naiveShare }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $naiveShare }, 즉 “{ $measured }”입니다.
why-low = 거의 0이라고 예상했다면 다음에 유의하세요. 호출마다 프런트엔드가 몇 마이크로초를 쓰며, 이 장치에서는 곱셈이 그렇게까지 더 오래 걸리지 않습니다.
why-high = 타이머에 작업이 들어 있다고 예상했다면 다음에 유의하세요. 호출은 연산을 큐에 적을 뿐이고, 프로그램이 기다리게 한 것은 없습니다.

n-help = 자동: 완료 보고에 비해 작업이 오래 걸리는 크기.
repetitions = 곱셈 수
seed-help = 시드가 같으면 같은 행렬이 나옵니다.

way-naive = 단순: 끝에 배리어 없음
way-right = 동기, 워밍업함
way-queued = 시작 전에 배리어 없음
way-cold = 워밍업 없음
way-device = 장치 자체의 시계
way-once = 손실을 한 번 읽음
way-each = 손실을 단계마다 읽음

column-time = 시간
column-error = 올바른 방식에 대한 비

found = 작업에 걸리는 시간은 { $right }, 단순한 타이머가 보여 주는 시간은 { $naive }입니다. 비율로는 { $naiveShare }입니다. 시작 전에 배리어가 없으면 작업 시간의 { $queuedTimes }, 워밍업이 없으면 { $coldTimes } 나옵니다.
found-more = 장치 자체의 시계로 작업은 { $device } 걸리며, 동기 타이머 시간의 { $deviceShare }입니다. 나머지는 큐 삽입과 완료 보고입니다. 손실을 단계마다 읽는 루프의 시간은 한 번 읽는 루프의 { $eachTimes }입니다.
found-untimed = 작업에 걸리는 시간은 { $right }, 단순한 타이머가 보여 주는 시간은 { $naive }입니다. 비율로는 { $naiveShare }입니다. 시작 전에 배리어가 없으면 작업 시간의 { $queuedTimes }, 워밍업이 없으면 { $coldTimes } 나옵니다.
found-untimed-more = 이 장치는 자기 작업의 시간을 재지 않으므로 동기 타이머의 시간은 상한입니다. 거의 없는 작업에도 { $floor } 걸리는 완료 보고가 들어 있습니다. 손실을 단계마다 읽는 루프의 시간은 한 번 읽는 루프의 { $eachTimes }입니다.
disagrees = 여기서는 단순한 타이머가 시간을 거의 모두 보여 줍니다. { $right } 중 { $naive }입니다. 큐 삽입이 작업만큼 걸립니다. 더 큰 n을 고르세요.
disagrees-more = 시작 전에 배리어가 없으면 작업 시간의 { $queuedTimes }, 워밍업이 없으면 { $coldTimes } 나옵니다.
coarse = 알 수 없습니다. 작업은 { $right } 걸리지만, 이 브라우저는 거의 없는 작업도 { $floor } 뒤에야 완료로 보고합니다. 더 큰 n이나 더 많은 곱셈을 고르세요.

axis-timers = 각 타이머가 보여 주는 시간(로그)
axis-reads = 루프의 시간
caption-timers = 같은 { $n }×{ $n } 난수 행렬의 곱셈 { $repetitions }개를 각 타이머로: 중앙값과 사분위수. “≤”: 완료 확인 기준이므로 상한.
summary-timers = 단순한 타이머 { $naive }, 동기 타이머 { $right }, 시작 전 배리어 없음 { $queued }, 워밍업 없음 { $cold }.
caption-reads = 손실(곱셈의 평균)을 더해 가는 { $repetitions }단계 루프: 단계마다 수로 읽거나, 마지막에 한 번 읽음.
summary-reads = 단계마다 읽으면 { $each }, 한 번 읽으면 { $once } 걸립니다.
caption-trace = 끝에 배리어가 있는, 한 번 기록한 작업. 단순한 타이머는 프런트엔드 레인의 끝에서 멈춥니다.

measure-naive = 단순한 타이머
measure-right = 동기 타이머
measure-naiveShare = 단순 / 동기
measure-queuedTimes = 시작 전 배리어 없음 / 동기
measure-coldTimes = 워밍업 없음 / 동기
measure-eachTimes = 손실을 단계마다 읽음 / 한 번 읽음
vary-more = 곱셈 두 배
look-more = 호출도 두 배, 작업도 두 배입니다. 두 타이머를 보세요. 각각 얼마나 늘어났나요?
vary-tiny = 아주 작은 행렬(n = 8)
look-tiny = 계산할 것이 거의 없습니다. 단순한 타이머를 보세요. 덜 틀리나요? 손실을 단계마다 읽는 루프를 보세요. 무엇을 기다리고 있나요?
vary-cpu = CPU에서
look-cpu = 여기서는 CPU에도 큐가 있습니다. 단순한 타이머가 보여 주는 비율을 보세요.
