### 다른 WebGPU 프로그램의 기록이 말하는 것.

title = 관찰한 프로그램: { $file }
caption = { $page }: 각 디스패치의 호출부터 완료까지. 모양은 작업 그룹의 수이고, 연산이 무엇을 읽는지는 알 수 없습니다.
summary = 디스패치: { $dispatches }, 제출: { $submissions }.
floor = 브라우저는 완료를 늦게 알립니다. 빈 큐에서 중앙값은 { $time }입니다.
floor-unknown = 브라우저가 완료를 얼마나 늦게 알리는지 측정하지 않았습니다.
untimed = GPU 작업의 시간은 재지 않았습니다. 각 제출은 시작과 끝의 보고 사이에 있습니다.

verdict-no-webgpu = 이 스레드에는 WebGPU가 없어 아무것도 볼 수 없었습니다. WebGPU가 있는 브라우저에서 HTTPS로 또는 이 컴퓨터에서 페이지를 여세요.
verdict-unused = 관찰하는 동안 프로그램은 WebGPU에 아무것도 제출하지 않았습니다. 다른 스레드에서 계산한다면 그 스레드를 관찰하세요.
verdict-no-adapter = 프로그램이 어댑터를 요청했지만 받지 못했습니다. 이 브라우저는 WebGPU가 쓸 수 있는 GPU를 찾지 못합니다. chrome://gpu 또는 about:support를 보거나, 소프트웨어 어댑터로 브라우저를 시작하세요.
verdict-refused = 프로그램이 장치를 요청했지만 거부되었습니다. 어댑터에 없는 기능이나 한도를 원했을 수 있습니다. 오류는 페이지의 콘솔에 있습니다.
verdict-busy = 첫 작업과 마지막 작업 사이에 장치는 { $time }, 즉 { $share } 동안 쉬었습니다. 장치는 계속 바쁩니다. 더 빠르려면 프로그램이 계산을 줄여야 합니다.
verdict-unresolved = 장치가 쉰 시간은 그 시계가 보일 수 있는 것보다 짧습니다: { $time }, 오차 { $within }. 더 오래 기록하거나 GPU 시계의 단위가 더 가는 브라우저를 쓰세요.
verdict-wait = 장치는 첫 작업과 마지막 작업 사이의 { $share } 동안 쉬었고({ $time }, 오차 { $within }), 대부분 프로그램이 기다렸기 때문입니다({ $part }). 먼저 바꿀 것: { $place }의 기다림. 그동안과 그 뒤에 장치는 { $lost } 쉬었습니다. 덜 자주 읽거나, 읽기 전에 다음 작업을 큐에 넣으세요.
verdict-empty = 장치는 첫 작업과 마지막 작업 사이의 { $share } 동안 쉬었고({ $time }, 오차 { $within }), 대부분 프로그램이 기다리지 않는데도 큐에 든 것이 없었기 때문입니다({ $part }). 먼저 바꿀 것: 호출 사이에 프로그램의 스레드가 하는 일.
verdict-backend = 장치는 첫 작업과 마지막 작업 사이의 { $share } 동안 쉬었고({ $time }, 오차 { $within }), 대부분 작업이 인코딩되었지만 아직 제출되지 않은 동안입니다({ $part }). 먼저 바꿀 것: 더 일찍 제출하세요.
verdict-device = 장치는 첫 작업과 마지막 작업 사이의 { $share } 동안 쉬었고({ $time }, 오차 { $within }), 대부분 작업이 제출된 동안입니다({ $part }). 복사, 브라우저 또는 드라이버가 그 시간을 썼습니다. 먼저 바꿀 것: 한 번에 더 많은 작업을 제출하세요.
verdict-unknown = 장치는 첫 작업과 마지막 작업 사이의 { $share } 동안 쉬었습니다({ $time }, 오차 { $within }). GPU와 프로그램의 시계가 충분히 맞지 않아 이유를 말할 수 없습니다.
verdict-untimed = 프로그램은 기록의 { $share } 동안 기다렸고({ $time }), 가장 많이 기다린 곳은 { $place }입니다. 그동안 장치가 쉬었는지는 알 수 없습니다. 타임스탬프와 함께 기록하세요.
verdict-untimed-free = 프로그램은 기록의 { $share } 동안 기다렸습니다({ $time }). 장치가 쉬었는지는 알 수 없습니다. 타임스탬프와 함께 기록하세요.

also-lost = 장치를 잃었습니다({ $reason }): { $message }
also-cut = 기록은 그 작업이 완료되기 전에 끝납니다.
also-compiling = 파이프라인 컴파일에 { $time } 걸렸습니다({ $count }개).
also-small = 제출 { $submissions }번에 디스패치가 { $dispatches }번입니다. 제출마다 시간이 듭니다. 여러 디스패치가 한 제출을 함께 쓸 수 있습니다.
also-canvas = 스레드를 블로킹하는 캔버스 읽기: { $count }.
also-overlapped = 그동안 프로그램이 제출한 Promise: { $count }. 기다림의 증거가 아니므로 기다림으로 세지 않습니다.
also-devices = 프로그램이 장치를 { $count }개 만들었습니다. 처음 { $most }개를 넘는 장치는 제출 수만 셉니다.
also-late = 기록이 시작되기 전에 만들어진 장치가 있습니다. 그 이전의 버퍼와 파이프라인 이름은 빠졌을 수 있습니다.
also-unknown = 인코딩을 보지 못한 명령 버퍼: { $count }.
also-left-out = 보관하는 최대치를 넘은 연산과 기다림: { $count }.
also-faults = 관찰 스크립트 자체의 오류: { $count }. 알려 주세요.

reason-wait = 큐가 비었고 프로그램이 기다림
reason-empty = 큐가 비었고 프로그램은 기다리지 않음
reason-backend = 인코딩됨, 아직 제출되지 않음
reason-device = 제출됨, 아직 시작되지 않음
reason-unknown = 알 수 없음

table-counts = 개수
table-waits = 줄별 기다림
table-idle = 원인별 장치가 쉰 시간
table-compilations = 컴파일, 긴 것부터
column-what = 항목
column-value = 값
column-place = 프로그램의 호출
column-kind = 종류
column-count = 횟수
column-blocked = 기다림
column-idle = 그 때문에 장치가 쉼
column-reason = 원인
column-time = 시간
column-name = 파이프라인
place-unknown = 적지 않음
count-device = 장치
count-browser = 브라우저
count-time = 기록한 시간
count-blocked = 기다린 시간
count-submissions = 제출
count-dispatches = 디스패치
count-draws = 그리기
count-uploads = 업로드
count-compilations = 컴파일
count-peak = 버퍼의 최대 바이트

beside = 나란히 놓은 기록
beside-recording = 기록
beside-submissions = 제출
beside-dispatches = 디스패치
beside-each = 제출당 디스패치
beside-waits = 기다림
beside-overlapped = 기다림이 아니었던 Promise
beside-canvas = 캔버스를 통한 읽기
