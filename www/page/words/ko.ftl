### 페이지 자체의 말. 문체는 -습니다/-세요, 이름표와 선택지는 명사형으로 끝낸다.
###
### 값이 끼어드는 자리 바로 뒤에는 은/는, 이/가, 을/를, 과/와, (으)로를 쓰지 않는다.

# 용어는 docs/glossary.md를 따른다. 그 밖의 말:
# synchronous: 동기 · device: 장치(읽는 이의 컴퓨터는 “기기”) · enqueue: 큐에 넣다, 큐 삽입 · in the queue: 큐에 있음
# control comes back: 제어가 돌아오다 · reported complete: 완료 확인, 완료가 확인되다(실제로 끝난 시각의 상한) · ended: 끝남
# clock step: 시계 눈금 · timestamps: 타임스탬프 · to block: 블로킹하다 · busy (share of time): 가동률
# computation graph: 계산 그래프 · dependency: 의존 관계 · longest chain: 가장 긴 사슬
# (matrix) product: (행렬) 곱셈 · reads: 입력 · shape: 모양 · scalar: 스칼라 · host array: 호스트 배열 · print: 출력 · norm: 노름
# training: 훈련 · features: 특성 · pile up: 쌓이다 · pending: 보류
# bound (of the queue): 상한 · bounds (of a time): 범위 · room: 자리 · overlap: 겹침 · window: 윈도우 · in turn: 번갈아 · side by side: 나란히
# way: 방식 · round: 회, 회차 · logarithmic: 로그 · bend: 꺾임
# course, chapter: 교재 · lab (the site): asynclab, (the object): `lab` · thread: 스레드 · worker: 워커 · sandbox: 샌드박스
# trace: 트레이스 · recorded (on this page): 기록한 실행, (elsewhere): 기록된 실행 · live: 실시간 · read (of a value): 읽기 · sample: 표본
# when the machine is idle: 기기가 한가할 때 · left to do: 남음 · life (of an operation): 거친 단계 · course (a class): 수업 · present: 발표 모드 · contents: 차례
# line (of a program): 줄 · seed: 시드 · preset: 프리셋 · timeline: 타임라인 · hatched: 빗금 · notebook: 주피터 노트북(노트북만 쓰면 컴퓨터)

page-title = asynclab: 비동기 계산의 측정
description = 여러분의 GPU에서 비동기 계산을 측정해 보세요. 제어가 언제 돌아오고, 작업이 언제 끝나는지 알 수 있습니다.
heading = 비동기 계산, 내 컴퓨터에서 측정하기
lead = 프로그램이 PyTorch나 MXNet 같은 배열 라이브러리를 호출하면 GPU가 계산합니다. 제어는 언제 프로그램으로 돌아오고, 작업은 언제 끝날까요? 무엇이 무엇을 기다릴까요? 먼저 예측해 보세요. 그러면 이 페이지가 여러분의 컴퓨터에서 측정합니다.
skip = 본문으로 건너뛰기
skip-experiment = 실험으로 건너뛰기
skip-run = 실험의 실행 단추로 건너뛰기
start = 워밍업부터 시작하세요. 질문을 읽고, 예측하고, 실행을 누르고, 비교합니다. 한 번 실행하는 데 몇 초 걸립니다.
for-courses = 가르치는 분께: 강의에 실험을 넣어 보세요
to-notebook = 내 주피터 노트북(.ipynb)을 파이썬으로 실행하기

connecting = GPU를 찾는 중…
adapter = { $adapter } · { $browser }
adapter-software = { $adapter } (소프트웨어) · { $browser }
adapter-cpu = CPU 장치 · { $browser }
seen-every = 빈 큐 완료 확인까지 { $floor }
floor-spread = { $median }, { $samples }번 중 절반은 { $range }
about-adapter = 장치
about-floor = 완료 알림 지연
about-floor-help = 이 브라우저가 빈 큐의 완료를 알리기까지 걸리는 시간입니다. 이보다 짧은 간격은 측정할 수 없습니다.
about-round-trip = 빈 대기
about-round-trip-help = 기다릴 것이 없을 때 프런트엔드가 기다리는 시간, 곧 백엔드 스레드까지 갔다가 돌아오는 시간입니다.
about-clock = 시계 눈금
about-clock-help = 시계의 가장 작은 눈금입니다. 교차 출처 격리(cross-origin isolation)를 켜면 더 촘촘해집니다.
about-timestamps = 장치 타임스탬프
about-timestamps-help = 장치가 자기 작업의 시간을 잰다면, 그때 쓰는 시계의 눈금입니다.
about-backend = 백엔드 스레드
backend-worker = 별도의 워커
backend-same = 프런트엔드와 같은 스레드
none = 없음
contents = 차례
close = 닫기
# 실험 제목 뒤에 붙는 말: 읽는 이가 어디까지 왔는지.
step-opened = (열어 봄)
step-predicted = (예측함)
step-run = (실행함)
steps-run = { $total }개 중 { $run }개 실행
present = 발표 모드
present-keys = 발표 모드(Alt+P), Esc로 나가기
previous = 이전
next = 다음
leave = 나가기
position = { $at } / { $total }
figure-position = 그림 { $at } / { $total }
language = 언어
theme = 테마
theme-auto = 시스템 설정
theme-light = 밝게
theme-dark = 어둡게

prediction = 나의 예측
predict-first = 실행하기 전에 고르세요. 여러분의 예측을 측정값과 비교합니다. 고르지 않아도 실행할 수 있습니다.
program = 프로그램
open-in-sandbox = 샌드박스에서 열기
preset = 프리셋
preset-own = 직접 지정
auto-value = 자동
device = 장치
device-webgpu = GPU (WebGPU)
device-cpu = CPU
device-sim = 시뮬레이션
device-machine = 모델: { $machine }
advanced = 설정 더 보기
range = { $min }~{ $max }
out-of-range = { $min }~{ $max } 범위의 정수를 입력하세요.
out-of-range-auto = { $min }~{ $max } 범위의 정수를 입력하세요. 비워 두면 자동으로 정합니다.
out-of-range-text = 1~{ $most }자의 텍스트를 입력하세요.
nothing = 아직 측정한 것이 없습니다. 실행을 누르면 그림이 여기에 나타납니다.
beyond = 이 장의 범위 밖
more-figures = 그림 { $count }개 더 보기
run = 실행
stop = 중지
silence = { $device }가 { $seconds }초 넘게 응답하지 않습니다. 바쁘거나 손실되었을 수 있습니다.
silence-wait = 기다리기
silence-end = 실행 끝내기
reset = 초기화
recorded = 기록된 실행(소프트웨어)
link = 링크 복사
elapsed = { $step } · { $elapsed }
left = { $step } · 약 { $left } 남음
finished = { $elapsed } 만에 끝났습니다.
printed = 출력 결과
finding = 알아낸 것
distortions = 이 실행의 오차 요인
take-out = 결과 저장하기
provenance = { $adapter } · { $browser } · { $date }
provenance-modelled = 모델로 계산한 값이며 측정값이 아닙니다. { $date } 계산({ $machine }).
provenance-recorded = { $date } 기록({ $adapter } · { $browser }). 여러분의 기기에서 측정한 값이 아닙니다.
provenance-recorded-software = GPU가 아닌 소프트웨어: { $date } 기록({ $adapter } · { $browser }). 여러분의 기기에서 측정한 값이 아닙니다.
provenance-link = 링크의 결과: { $date } 측정({ $adapter } · { $browser }). 지금 여러분의 기기에서 측정한 값이 아닙니다.
provenance-file = 파일의 결과: { $date } 측정({ $adapter } · { $browser }). 지금 여러분의 기기에서 측정한 값이 아닙니다.
marked-recorded = 기록된 실행
marked-modelled = 모델로 계산
marked-link = 링크의 결과
marked-file = 파일의 결과
kept = 아래는 마지막으로 성공한 실행의 결과입니다.

compare = 결과 비교
compare-help = 결과 파일을 이 페이지의 아무 곳에나 끌어다 놓거나, 여기에서 고르세요. 파일이 하나면 해당 실험에 표시하고, 여럿이면 어댑터, 브라우저, 또는 수강생 전체를 비교합니다. 다른 WebGPU 프로그램의 기록은 아래에 표시합니다. 파일은 여러분의 기기를 떠나지 않습니다.
compare-files = 결과 파일(JSON)
libraries-title = 다른 라이브러리에서 같은 반복문
libraries-question = TensorFlow.js, jax-js, ONNX Runtime Web 등도 이 장이 말하는 대로 할까요?

offer-recorded = 기록된 실행 보기(소프트웨어, GPU 아님)
offer-modelled = 노트북 컴퓨터 GPU의 모델 사용하기
run-modelled = 노트북 컴퓨터 GPU의 모델에서 실행
no-gpu-software = 이 브라우저의 “GPU”는 CPU에서 도는 프로그램입니다. 실제 GPU라면 어떨지는 노트북 컴퓨터의 모델로 계산할 수 있습니다. 그 시간은 측정값이 아니라 모델의 값입니다.
no-gpu-none = 이 브라우저에는 페이지가 쓸 수 있는 GPU가 없습니다. GPU라면 어떨지는 노트북 컴퓨터의 모델로 계산할 수 있습니다. 그 시간은 측정값이 아니라 모델의 값입니다.
new-version = 이 페이지의 새 버전이 있습니다. 다시 불러오면 표시됩니다. 열려 있는 다른 탭은 다시 불러올 때까지 이전 버전을 유지합니다.
reload = 다시 불러오기
offer-cpu = 대신 CPU 장치 사용
problem-NO_WEBGPU = 이 브라우저에는 WebGPU가 없습니다
remedy-NO_WEBGPU = 최신 Chrome, Edge, Safari, Firefox 중 하나로, https 주소나 localhost에서 페이지를 여세요. GPU가 없어도 같은 실험을 CPU 장치에서 실행할 수 있습니다. 큐와 백엔드는 똑같고, 더 느릴 뿐입니다.
problem-NO_DEVICE = WebGPU가 쓸 수 있는 GPU를 찾지 못했습니다
remedy-NO_DEVICE = 브라우저 설정에서 하드웨어 가속이 켜져 있는지, 그래픽 드라이버가 최신인지 확인하세요. 그동안에도 CPU 장치는 쓸 수 있습니다.
problem-WASM_BLOCKED = 브라우저가 WebAssembly 실행을 거부했습니다
remedy-WASM_BLOCKED = Content-Security-Policy 또는 브라우저의 보안 수준이 실행을 막고 있습니다. 페이지를 `script-src 'self' 'wasm-unsafe-eval'` 정책과 함께 제공하거나, 이 사이트에 WebAssembly를 허용하세요.
problem-WASM_TYPE = 엔진이 WebAssembly 형식으로 도착하지 않았습니다
remedy-WASM_TYPE = 서버는 www/pkg/asynclab_bg.wasm 파일을 `application/wasm` 형식으로 보내야 합니다. `cargo xtask serve` 명령은 이 파일을 빌드해 그렇게 제공합니다.
problem-FILE_PROTOCOL = 페이지를 디스크의 파일로 열었습니다
remedy-FILE_PROTOCOL = 브라우저는 파일끼리 서로 읽지 못하게 합니다. 폴더를 서버로 제공하세요. `cargo xtask serve` 명령이 열 주소를 출력합니다.
problem-ENGINE_MISSING = 엔진을 불러오지 못했습니다
remedy-ENGINE_MISSING = 사이트가 갱신되었거나 연결이 끊어졌습니다. 페이지를 다시 불러오세요. 소스 코드에서는 `cargo xtask serve` 명령이 엔진을 빌드합니다.
problem-WORKER_FAILED = 실험의 스레드가 멈췄습니다
remedy-WORKER_FAILED = 스레드를 시작하지 못했거나, 도중에 고장이 났습니다. 실행을 누르면 새로 시작합니다.
problem-WORKER_BLOCKED = 백엔드의 스레드가 허용되지 않았습니다
remedy-WORKER_BLOCKED = Content-Security-Policy 또는 이 페이지를 담고 있는 쪽이 워커를 막고 있습니다. 페이지를 `worker-src 'self'` 정책과 함께, 실험이 다른 주소에서 온다면 `worker-src blob:`와 그 주소를 허용하는 정책과 함께 제공하거나, 다른 페이지 안이 아니라 원래 주소에서 여세요.
problem-DEVICE_LOST = 실행 도중에 장치와의 연결이 끊겼습니다
remedy-DEVICE_LOST = 드라이버가 재설정되었거나, GPU가 한 작업에 너무 오래 걸렸습니다. 실행을 누르면 새로 연결합니다. 같은 일이 또 생기면 n을 줄이세요.
problem-OUT_OF_MEMORY = 장치에 남은 메모리가 없습니다
remedy-OUT_OF_MEMORY = 행렬을 더 작게 하거나 곱셈 수를 줄이거나 GPU를 쓰는 다른 프로그램을 닫은 뒤 다시 실행하세요.
problem-TAB_HIDDEN = 시간을 재는 동안 탭이 가려졌습니다
remedy-TAB_HIDDEN = 브라우저는 가려진 탭을 느리게 실행하므로, 유효한 회차가 하나도 없습니다. 탭이 보이게 두고 다시 실행하세요.
problem-STOPPED = 중지했습니다
remedy-STOPPED = GPU는 이미 받은 작업을 끝까지 처리합니다. 그래서 다음 실행은 조금 느리게 시작할 수 있습니다.
problem-BUSY = 다른 실험이 실행 중입니다
remedy-BUSY = 두 실험을 동시에 실행하면 서로 방해합니다. 실행 중인 실험을 먼저 중지하세요.
problem-INVALID_OPTION = 범위를 벗어난 값이 있습니다
remedy-INVALID_OPTION = 범위는 입력란 옆에 적혀 있습니다.
problem-PROGRAM_FAILED = 프로그램이 오류로 멈췄습니다
remedy-PROGRAM_FAILED = 아래에 적힌 줄을 고치고 다시 실행하세요.
problem-NO_LAB = 프로그램이 lab을 열지 않았습니다
remedy-NO_LAB = `await connect()` 호출이 없으면 기록할 것이 없습니다. 프로그램이 출력한 내용은 아래에 있습니다.
problem-SANDBOX_FAILED = 샌드박스를 시작하지 못했습니다
remedy-SANDBOX_FAILED = 브라우저 또는 이 페이지를 담고 있는 쪽이 프레임을 막고 있습니다. 페이지를 `frame-src 'self'` 정책과 함께 제공하세요.
again = 다시 시도
problem-BAD_RESULT = 이 결과를 표시할 수 없습니다
remedy-BAD_RESULT = 이 실험의 결과가 아니거나, 이 페이지의 다른 버전에서 나온 결과입니다. 앞서 표시한 것은 그대로 있습니다.
problem-NOT_LOADED = 이 실험을 불러오지 못했습니다
remedy-NOT_LOADED = 실험의 프로그램이 도착하지 않았습니다. 오프라인이거나 사이트가 방금 갱신되었다면 페이지를 다시 불러오세요.
problem-other = 실행에 실패했습니다
remedy-other = 다시 실행해 보세요. 계속 실패하면 아래 내용을 담아 알려 주세요.
