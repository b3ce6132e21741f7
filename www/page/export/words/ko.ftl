### 결과를 페이지 밖으로 가져가는 곳, 결과 아래에 있는 것들이 하는 말.

result = 결과
figure = 그림
figures = 그림
figure-number = 그림 { $number }
trace = 트레이스
viewers = 트레이스 뷰어
save = { $format }: { $name }
json = JSON
csv = CSV
png = PNG
svg = SVG
perfetto = Perfetto
chrome = Chrome JSON
result-help = JSON에는 측정한 것이 모두 들어 있습니다. CSV에는 그 수치가 한 줄에 하나씩 들어 있습니다.
trace-help = 모든 연산이 거친 단계를 표로, 또는 트레이스 뷰어가 여는 파일로 저장합니다. 뷰어용 파일에는 큐 삽입마다 그 완료로 가는 화살표가 있습니다.
ground = 배경
ground-white = 흰색, 슬라이드와 종이용
ground-page = 페이지와 같게
open = Perfetto에서 열기
open-help = 새 탭에 ui.perfetto.dev 사이트를 열고, 브라우저 안에서 트레이스를 넘겨줍니다. 업로드하는 것은 아니지만, 그 사이트가 트레이스를 어떻게 다루는지는 그 사이트에 달렸습니다.
opened = Perfetto가 트레이스를 받았습니다.
open-blocked = 브라우저가 새 탭을 열지 못하게 했습니다. 파일로 저장한 뒤 Perfetto에서 여세요.
open-apart = 이 페이지는 더 촘촘한 시계를 쓰려고 다른 사이트와 격리되어 있어 트레이스를 넘겨줄 수 없습니다. 대신 파일로 저장했으니, Perfetto 탭에 끌어다 놓으세요.
profiler = 브라우저의 프로파일러에 표시
profiler-help = 이 트레이스와 다음 실행들의 트레이스를 `performance.measure` 항목으로 씁니다. 개발자 도구의 성능(Performance) 패널에서 기록을 시작하고, 실행을 누른 다음, 기록을 멈추세요.
profiler-written = 항목 { $count }개를 썼습니다.

writing = { $name } 파일을 쓰고 있습니다.
saved = { $name } 파일로 저장했습니다.
failed = 처리하지 못했습니다: { $reason }

# 그림 파일에서 어댑터, 브라우저, 날짜 아래에 쓴다.
parameters = { $parameters } · asynclab { $version }
