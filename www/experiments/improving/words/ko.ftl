### 계산 개선: 세 가지 비용

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 계산 개선: 세 가지 비용
question = 결과를 매번, 또는 마지막에 한 번 기다릴 때, 숫자 세 개로 루프의 시간을 예측할 수 있을까요?

introduction = 연산에는 세 가지 비용이 있습니다. $t1$은 프런트엔드가 큐에 넣는 비용, $t2$는 장치가 실행하는 비용, $t3$은 백엔드가 결과를 돌려주는 비용입니다. 두 루프가 x에 1을 $n$번 더합니다. 하나는 결과를 매번 기다리고, 다른 하나는 마지막에 한 번 기다립니다. 실행하면 세 비용을 두 루프와 따로 여러분의 장치에서 측정하고, 모델의 예측을 두 루프와 비교합니다. 그다음 아래 모델에서 비용을 끌어, 각 루프가 어떤 비용에 좌우되는지 살펴보세요.
prediction = 가장 긴 루프에서 y를 매번 기다리면, 한 번만 기다릴 때의 몇 배가 걸릴까요?
prediction-same = 2배 미만
prediction-few = 2~10배
prediction-tens = 10~100배
prediction-hundreds = 100배 초과
prediction-right = 예측은 “{ $predicted }”, n = { $n }에서 측정한 값은 { $ratio }입니다.
prediction-wrong = 예측은 “{ $predicted }”, n = { $n }에서 측정한 값은 { $ratio }, 즉 “{ $measured }”입니다.
why-low = 예측이 낮았다면, 매번 기다리면 연산마다 $t3$이 들고 겹치는 것이 없다는 점을 놓친 것입니다. 프런트엔드, 장치, 결과 반환이 번갈아 일합니다.
why-high = 예측이 높았다면 한 번만 기다리면 장치가 빨라진다고 본 것입니다. $t1$과 $t3$이 가려질 뿐이고, 연산마다 장치에서 $t2$가 걸립니다.

preset-course = 교재와 같게, n은 1,000까지
preset-course-large = 교재와 같게, n은 10,000까지
most = 매번 기다리는 가장 긴 루프
calibrating = 이 장치에 알맞은 크기를 찾는 중: { $n }×{ $n }
side = x의 변
side-help = x는 정사각 행렬입니다.
slower = 프런트엔드를 느리게, µs
slower-help = 큐에 넣을 때마다 빈 루프로 더하는 시간이며, 더 느린 언어를 흉내 냅니다. 어느 값부터 루프가 더 오래 걸릴까요?
t1 = 시뮬레이션 장치의 t1, µs
t1-help = 이 장치에만 해당합니다. 다른 장치에서는 측정합니다.
t2 = 시뮬레이션 장치의 t2, µs
t2-help = 이 장치에만 해당합니다.
t3 = 시뮬레이션 장치의 t3, µs
t3-help = 이 장치에만 해당합니다.

timing-cost = { $rounds }회 중 { $round }회차: 비용 { $cost }
timing-loop = { $rounds }회 중 { $round }회차: n = { $n }, { $way }
timing-bend = { $rounds }회 중 { $round }회차: { $slower } 느린 프런트엔드

way-each = 매번 기다림
way-once = 한 번 기다림
way-t1 = t1, 프런트엔드가 큐에 넣음
way-t2 = t2, 장치가 실행
way-t3 = t3, 결과를 돌려줌
way-single = 연산 하나, 기다림
model-each = n·(t1 + t2 + t3)
model-once = t1 + n·t2 + t3
model-dry = n·t1 + t2 + t3
model-chapter = 교재의 식
model-bend = 모델
line-costs = t1 = { $t1 }, t2 = { $t2 }, t3 = { $t3 }
line-each = 동기, n = { $n }
line-once = 비동기, n = { $n }
line-error = 예측 오차: 중앙값 { $error }, 최대 { $worst } (n = { $worstAt })
line-bend = 느린 프런트엔드의 예측 오차: 중앙값 { $bendError }, 시간이 늘어날 것으로 예상되는 지점: { $bendAt }

column-n = n
column-each = 매번, ms
column-each-model = 모델, ms
column-each-error = 오차
column-once = 한 번, ms
column-once-model = 모델, ms
column-once-error = 오차
caption = { $rounds }회의 중앙값과 모델의 예측
table-note = t1은 연산 { $long }개를 큐에 넣는 시간을 { $long }으로 나눈 값입니다. t2는 프런트엔드가 제 속도일 때, 연산 { $short }개 묶음에서 { $long }개 묶음으로 늘리면 연산 하나마다 늘어나는 시간입니다. 그래도 프런트엔드가 병목이면 t2는 장치가 기록한 시간의 평균이며, 장치가 기록하지 않으면 상한일 뿐입니다. t2에는 백엔드가 연산을 위해 하는 일도 들어갑니다. t3은 하나씩 따로 기다리는 연산에서 남는 시간이며, 연산 { $lone }개의 평균입니다. 길이가 { $short }, { $long }인 루프는 그림에 나오지 않습니다. 연산이 20개보다 적은 루프는 여러 번 이어서 실행하고, 그 평균을 표본 하나로 삼습니다.

found = $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }일 때 모델이 두 루프를 예측한 오차는 중앙값 { $error }, 최대 { $worst }입니다. $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다. 한 번 기다리면 $t3$을 한 번만 치르고, 큐에 넣기가 장치의 작업과 겹칩니다.
found-frontend = 여기서는 프런트엔드가 병목입니다. $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. 장치가 유휴 상태가 되고, 루프는 큐에 넣는 데 드는 만큼 걸립니다. 모델이 두 루프를 예측한 오차는 중앙값 { $error }, 최대 { $worst }입니다.
found-frontend-more = $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다.
found-backend = 여기서는 장치가 병목입니다. $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. 모델이 두 루프를 예측한 오차는 중앙값 { $error }, 최대 { $worst }입니다.
found-backend-more = $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다. 모델에 따르면, 한 번만 기다리면 결과를 매번 돌려주지 않아서 { $savedReturn }, 큐에 넣기와 실행이 겹쳐서 { $savedOverlap }를 아낍니다.
found-even = 프런트엔드와 장치의 속도가 거의 같습니다. $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. 모델이 두 루프를 예측한 오차는 중앙값 { $error }, 최대 { $worst }입니다.
found-even-more = $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다.
found-limits = 프런트엔드가 병목이거나 둘의 속도가 거의 같습니다. 이 장치는 연산 시간을 재지 않으므로 $t2$와 $t3$은 한계만 알 수 있습니다. $t1$ = { $t1 }, $t2$ { $t2 }, $t3$ { $t3 }이며, $t2$와 $t3$을 합하면 { $rest }입니다.
found-limits-more = 두 루프는 이 합이 $t2$와 $t3$으로 어떻게 나뉘는지에 좌우되지 않습니다. 모델의 예측 오차는 중앙값 { $error }, 최대 { $worst }입니다. $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다.
uneven = 시간이 고르지 않아 판단할 수 없습니다. 이 기기에서 다른 작업이 함께 돌고 있었고, 같은 루프가 가운데 절반의 회차에서 { $low }~{ $high } 걸렸습니다. 기기가 한가할 때, 또는 측정 횟수를 늘려 다시 실행하세요.
uneven-more = 측정하는 사이에 비용이 달라졌으므로, 모델의 오차가 중앙값 { $error }, 최대 { $worst }입니다. $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다.
disagrees = 여기서는 모델이 빗나갑니다. $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }일 때 오차는 중앙값 { $error }, 최대 { $worst }($n$ = { $worstAt })입니다.
disagrees-more = 모델이 고려하지 않는 것이 두 가지 있습니다. 여러 연산은 제출 한 번의 비용을 나눠 치르지만, 연산 하나는 그 비용을 혼자 치릅니다. 그리고 브라우저는 끝난 작업을 이따금 살필 뿐입니다. $n$ = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다.
distortion-looks = 연산 하나의 완료는 4분의 1이 { $soon } 안에, 다른 4분의 1은 { $late } 후에야 확인됩니다. 이 브라우저가 끝난 작업을 이따금 살피기 때문입니다. 그래서 여기서는 $t3$이 하나의 수가 아니며, 몇 밀리초 이하의 루프는 예측할 수 없습니다.
distortion-crowd = 느린 프런트엔드에서는 예측 오차가 { $bendError }입니다. 코어 하나를 쉬지 않고 쓰는 프런트엔드는, 프로세서를 함께 쓰는 백엔드와 장치의 시간을 빼앗습니다. 그러면 $t2$도 커지고, 큐에 넣는 비용의 일부가 더는 가려지지 않습니다.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 가장 짧은 루프는 이 시계의 눈금 몇 개에 지나지 않습니다. 배열(x의 변)을 더 크게 하세요. 측정한 값은 $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }입니다.
coarse-looks = 측정 정밀도가 부족해 판단할 수 없습니다. 이 브라우저는 빈 큐도 { $floor } 후에야 완료로 보고하는데, 루프의 연산은 그보다 짧습니다. 다른 브라우저를 쓰거나 배열(x의 변)을 더 크게 하세요.
axis-n = n, 로그
axis-time = 시간, 로그
caption-loops = y = x + 1, n번, x는 { $side }×{ $side }. 점은 측정값({ $rounds }회의 중앙값과 사분위수), 선은 t1, t2, t3에서 얻은 예측입니다.
summary-loops = n = { $n }에서 매번 기다리면 { $each }, 한 번 기다리면 { $once } 걸렸습니다. 모델의 오차는 중앙값 { $error }입니다.
axis-slower = 큐에 넣을 때마다 더한 시간
axis-bend = 연산 { $bent }개의 시간, 한 번 기다림
rule-bend = t1 = t2
caption-bend = 같은 루프를 점점 더 느린 프런트엔드에서 실행합니다. 이 프런트엔드는 연산을 하나씩 바로 넘깁니다. 점선 왼쪽에서는 장치가 병목이어서 큐에 넣는 비용이 가려집니다. 큐에 연산이 있는 한 프런트엔드 자체의 속도는 거의 중요하지 않습니다. 오른쪽에서는 프런트엔드가 병목이어서 큐에 넣는 비용만 남습니다.
summary-bend = 모델에 따르면 큐에 넣을 때마다 { $bendAt }보다 많이 더하면 시간이 늘어나기 시작합니다. 예측 오차는 중앙값 { $bendError }입니다.

measure-error = 모델 오차, 중앙값
measure-worst = 모델 오차, 최대
measure-each = 가장 긴 루프, 매번 기다림
measure-once = 가장 긴 루프, 한 번 기다림
measure-t1 = t1, 큐에 넣기
measure-t2 = t2, 실행
measure-t3 = t3, 결과 반환
measure-ratio = 매번 / 한 번

vary-slower = 더 느린 프런트엔드
look-slower = 한 번만 기다리는 루프를 보세요. 이제 $t1$이 $t2$보다 큽니다. 큐가 여전히 차 있습니까?
vary-tiny = 아주 작은 연산(x는 1×1)
look-tiny = 장치가 더할 수는 하나뿐입니다. $t2$를 $t1$, $t3$과 나란히 보세요. 연산의 거의 전부가 스케줄링, 즉 큐에 넣고 제출하고 돌려주는 일입니다.
vary-double = x의 한 변을 두 배로
look-double = 원소가 네 배가 됩니다. 세 비용 중 어느 것이 커지는지, 두 루프가 얼마나 가까워지는지 보세요.
