### 배리어: 무엇이, 어디까지 기다리나

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 배리어와 블로커
question = 어떤 호출이 기다리고, 그 호출은 모든 것을 기다릴까요, 필요한 것만 기다릴까요?

introduction = 배리어는 큐에 넣은 모든 것을 기다리는 호출입니다. 교재가 말하는 암시적 블로커는 기다리는 것처럼 보이지 않지만 프로그램을 블로킹하는 호출입니다. 아래의 각 호출은 곱셈 하나를 큐에 넣은 바로 뒤에 부르며, 프로그램을 얼마나 블로킹하는지 측정합니다. 그다음은 중간 결과를 기다리는, 이 장의 연습문제입니다. 많은 곱셈을 큐에 넣고, 한 번은 그중 첫 번째를, 한 번은 전부를 기다립니다.
prediction = 기다리는 곱셈 뒤로 많은 곱셈이 큐에 있습니다. 그 하나를 기다리는 호출은 언제 돌아올까요?
prediction-all = 모두 끝난 뒤에야
prediction-late = 절반쯤 또는 그 이상이 끝났을 때
prediction-early = 나머지 대부분이 아직 큐에 있을 때
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 하나를 기다리는 데 { $first }, 전부를 기다리는 데 { $every } 걸렸습니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 하나에 { $first }, 전부에 { $every }, 즉 “{ $measured }”입니다.
why-low = 모든 대기를 배리어로 예상했다면 다음에 유의하세요. 배열 하나를 기다리면 그 배열이 완료될 때 돌아오고, 뒤의 작업은 큐에 남습니다.
why-high = 브라우저가 완료를 바로바로 알린다고 예상했다면 다음에 유의하세요. 이 기기에서는 알림이 늦거나 여러 개가 한꺼번에 오며, 그때는 뒤의 곱셈도 완료되어 있었습니다.

preset-course-large = 교재와 같게, 큰 크기
behind = 뒤에 넣을 곱셈 수
behind-help = 기다리는 곱셈의 결과가 필요하지 않은 곱셈입니다.

way-nothing = 없음: 큐에 넣기만
way-waitAll = 전부 기다리기
way-waitToRead = 하나 기다리기
way-data = 호스트 배열로
way-sum = 합, 이어서 스칼라로
way-norm = 노름, 이어서 스칼라로
way-print = 출력
way-two = 곱셈 둘, 전부 기다리기
bar-way-first = 첫 곱셈: { $products }개 중 { $left }개는 아직 완료 미확인
bar-way-every = 전부: 곱셈 { $products }개
way-first = 첫 곱셈 기다리기
way-every = 모든 곱셈 기다리기
line-nothing = 곱셈, 기다리지 않음
line-waitAll = 곱셈, 전부 기다리기
line-waitToRead = 곱셈, 하나 기다리기
line-data = 곱셈, 호스트 배열로
line-sum = 곱셈, 합을 스칼라로
line-norm = 곱셈, 노름을 스칼라로
line-print = 곱셈, 출력
line-two = 곱셈 둘, 전부 기다리기
line-first = 여러 곱셈, 첫 곱셈 기다리기
line-every = 여러 곱셈, 전부 기다리기
table-note = 교재는 큐에 넣는 시간을 빼고 이 호출들의 시간을 출력합니다. 곱셈이 하나뿐이면, 그 하나를 기다리는 시간과 전부를 기다리는 시간이 거의 같습니다. 큐에 작업이 더 있으면, 모두 기다릴 때 아직 필요 없는 작업까지 기다립니다. 그래서 교재는 MXNet에서 `waitall`을 피하라고 권합니다. `torch.cuda.synchronize()`도 마찬가지입니다.

found = 기다리는 호출 여섯 가지는 프로그램을 저마다 { $least }~{ $most } 동안 블로킹했고, 큐에 넣기만 할 때는 { $nothing } 걸렸습니다. 뒤에 곱셈 { $behind }개를 더 넣어 두었을 때, 첫 곱셈을 기다리는 호출은 { $first } 후에 돌아왔고, 전부를 기다리는 데에는 { $every } 걸렸습니다({ $early }).
found-more = 기록한 회차에서 첫 곱셈을 기다리는 호출이 돌아왔을 때는 { $products }개 중 { $left }개의 완료가 아직 확인되지 않았습니다. 곱셈이 하나뿐일 때는 그 하나를 기다리는 데 { $one }, 전부를 기다리는 데 { $all } 걸렸습니다.
found-late = 기다리는 호출 여섯 가지는 프로그램을 저마다 { $least }~{ $most } 동안 블로킹했습니다. 첫 곱셈을 기다리는 데 { $first }, 전부를 기다리는 데 { $every } 걸렸습니다. 여기서는 완료가 너무 늦게 보고되어, 첫 대기가 일찍 돌아오는 것을 볼 수 없습니다. n을 더 크게 잡으세요.
disagrees = 여기서는 기다리는 시간이 큐에 넣는 시간보다 별로 길지 않습니다. { $nothing }에 견주어 { $least }입니다. 곱셈이 큐에 넣자마자 거의 완료됩니다. n을 더 크게 잡으세요.
coarse = 측정 정밀도가 부족해 판단할 수 없습니다. 호출은 { $least }~{ $most } 기다렸는데, 이 브라우저는 거의 없는 작업의 완료를 알리는 데에도 { $floor } 걸립니다. n을 더 크게 잡으세요.
axis-bars = 호출이 프로그램을 블로킹한 시간, 로그
caption-blocked = { $n }×{ $n } 곱셈 하나와 그다음의 호출: { $rounds }회의 중앙값과 사분위수입니다. 곱셈을 큐에 넣는 시간은 첫 막대에만 들어 있습니다.
summary-blocked = 큐에 넣는 데 { $nothing } 걸렸고, 기다리는 호출은 프로그램을 { $least }~{ $most } 동안 블로킹했습니다.
axis-intermediate = 대기에 걸린 시간
caption-intermediate = 중간 결과 기다리기: 곱셈 { $products }개를 큐에 넣은 다음, 첫 곱셈을 기다리거나 전부를 기다립니다. { $rounds }회의 중앙값과 사분위수이며, 완료가 확인되지 않은 개수는 아래에 기록한 회차에서 얻었습니다.
summary-intermediate = 첫 곱셈을 기다리는 데 { $first } 걸렸고, 그때 { $products }개 중 { $left }개는 아직 완료가 확인되지 않았습니다. 전부를 기다리는 데에는 { $every } 걸렸습니다.
caption-trace = 기록한 한 회: 곱셈을 모두 큐에 넣은 다음, 첫 곱셈을 기다리고, 이어서 전부를 기다립니다. 첫 번째 빗금 막대가 일찍 끝납니다.

measure-early = 모든 곱셈 / 첫 곱셈
measure-nothing = 곱셈 하나를 큐에 넣기
measure-one = 곱셈 하나만 기다리기
measure-first = 여럿 중 첫 번째 기다리기
measure-every = 여럿 모두 기다리기

vary-double = n을 두 배로
look-double = 곱셈 하나의 작업이 여덟 배가 됩니다. 어느 막대가 길어지는지 보세요. 큐에 넣기입니까, 기다리는 호출입니까?
vary-more = 뒤에 두 배로 넣기
look-more = 아래의 두 기다림을 보세요. 어느 쪽이 첫 번째 곱셈 뒤에 있는 것에 좌우됩니까?
vary-one = 뒤에 하나만 넣기
look-one = 이제 두 기다림은 곱셈 하나만큼만 다릅니다. 이 컴퓨터에서 아직 구별되는지 보세요.
