### 이 장의 모델을 두 가지 일정으로 그린다: 매번 기다리기, 한 번만 기다리기.

name = 파이프라인: 연산 n개짜리 루프의 두 가지 일정
mode-each = 매번 기다리기:
mode-once = 한 번만 기다리기:
lane-frontend = 프런트엔드
lane-backend = 백엔드
lane-device = 장치
cost-t1 = $t1$ 큐에 넣기
cost-t2 = $t2$ 실행
cost-t3 = $t3$ 결과 반환
cost-n = 연산 수 $n$
show = 표시할 일정
show-both = 둘 다
show-each = 매번 기다리기
show-once = 한 번만 기다리기
idle-each = 장치 유휴 { $device }, 프로그램 대기 { $frontend }
idle-once = 장치 유휴 { $device }, 프로그램이 다른 일을 할 수 있는 시간 { $frontend }
path-device = 굵은 선은 한 번만 기다릴 때의 시간을 정하는 임계 경로입니다. 큐에 넣기 한 번, 모든 실행, 결과 반환 한 번입니다. 병목은 장치이며, 큐에 넣는 비용은 가려집니다.
length-device = 그 길이: $t1 + n·t2 + t3$.
path-frontend = 굵은 선은 한 번만 기다릴 때의 시간을 정하는 임계 경로입니다. 큐에 넣기 전부, 마지막 실행, 결과 반환 한 번입니다. 병목은 프런트엔드이며, 장치는 연산 사이에서 유휴 상태가 됩니다.
length-frontend = 그 길이: $n·t1 + t2 + t3$.
path-each = 굵은 선은 시간을 정하는 임계 경로입니다. 모든 연산의 모든 단계입니다. 겹치는 부분이 없습니다.
length-each = 그 길이: $n·(t1 + t2 + t3)$.
caption = 측정이 아니라 모델입니다. 막대나 슬라이더를 끌어 보세요. “계산 개선”을 실행하면 여러분의 기기에서 실제 비용을 측정합니다.
caption-measured = 이번 실행에서 측정한 비용으로 그린 모델이며, 실행의 기록은 아닙니다. 비용을 하나씩 끌어 어느 것이 중요한지 보세요.
thin = 너무 가늘어 보이지 않을 막대는 더 넓게 그렸습니다.
summary = 매번 기다리면 { $each } 걸리고, 그중 장치는 { $eachIdle } 동안 유휴 상태입니다. 한 번만 기다리면 { $once } 걸리고, 그중 장치는 { $onceIdle } 동안 유휴 상태입니다. { $path }
