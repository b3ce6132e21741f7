### 나만의 프로그램

# 실험을 열기 전에 페이지가 보여 주는 말.
title = 나만의 프로그램
question = 여러분의 프로그램은 무엇을 기다릴까요?

introduction = 직접 프로그램을 쓰거나, 다른 실험의 프로그램을 여기서 여세요. 어디서나 `await`를 쓸 수 있고 `console.log`로 출력합니다. 모든 연산을 기록하고 기다리는 줄을 짚어 줍니다. Nsight와 VTune 같은 프로파일러가 네이티브 프로그램에 하는 일과 같습니다. 프로그램은 이 페이지와 따로, 네트워크 없이 실행되며 언제든 멈출 수 있습니다.
prediction = 첫 연산부터 따졌을 때, 프로그램은 시간의 얼마를 기다리는 데 쓸까요?
prediction-little = 10 % 미만
prediction-part = 10~50 %
prediction-most = 절반 초과
prediction-right = 예측은 “{ $predicted }”입니다. 맞습니다. 측정값은 { $waiting }입니다.
prediction-wrong = 예측은 “{ $predicted }”, 측정값은 { $waiting }, 즉 “{ $measured }”입니다.
why-low = 더 적게 예상했다면 숨은 대기를 찾아보세요. 값을 읽거나, 배열을 출력하거나, 값을 조건으로 쓰는 경우입니다.
why-high = 장치의 작업을 대기로 셌다면 다음에 유의하세요. 프로그램이 큐에 넣는 동안 장치는 이미 일하고 있습니다.

program = 프로그램
program-help = 점을 입력하거나 Ctrl-Space를 누르면 자동 완성이 나타납니다. connect()에서 장치를 지정하지 않으면 아래에서 고른 장치를 씁니다.
language = 언어
language-help = 파이썬 라이브러리도 이 lab 위에서 실행됩니다. 약 6 MB인 Python은 처음 실행할 때 내려받습니다. 메모리는 PyTorch처럼 스트림 순서로 재사용하고, MXNet을 고르면 완료된 뒤에 재사용합니다.
language-javascript = JavaScript
language-pytorch = Python: PyTorch
language-jax = Python: JAX
language-tensorflow = Python: TensorFlow
language-mxnet = Python: MXNet
progress-fetching = Python을 내려받는 중
progress-starting = Python과 lab을 시작하는 중
progress-ready = Python 준비 완료
progress-running = 실행 중
completions = 완성 제안
selection-deleted = 선택한 부분을 지웠습니다
record = 기록할 것
record-help = 기록하면 연산마다 패스가 따로 필요하므로 GPU가 조금 느려집니다.
record-operations = 모든 연산
record-nothing = 없음
preset-start = 첫 프로그램
preset-hidden-wait = 조건식 속의 대기
preset-puzzle = 퍼즐: 기다리는 줄 지우기
preset-pytorch = 첫 프로그램, PyTorch
preset-jax = 첫 프로그램, JAX
preset-tensorflow = 첫 프로그램, TensorFlow
preset-mxnet = 첫 프로그램, MXNet
output = 프로그램의 출력
failed-here = 프로그램이 여기에서 멈췄습니다.

column-line = 줄
column-kind = 대기
column-count = 횟수
column-blocked = 프로그램이 기다림
column-during = 그동안 장치 유휴
column-after = 그 뒤 장치 유휴
caption = 프로그램이 기다린 줄, 장치의 유휴 시간이 긴 순서

found =
    { $count ->
        [1] 프로그램은 연산 { $operations }개를 큐에 넣고, 전체 { $span } 가운데 { $blocked } 동안 한 번 기다렸습니다. 시간의 { $waiting }입니다. 그 때문에 장치는 { $idle } 동안 유휴 상태였습니다. 기다린 것은 { $line }번째 줄입니다.
       *[other] 프로그램은 연산 { $operations }개를 큐에 넣고, 전체 { $span } 가운데 { $blocked } 동안 { $waits }번 기다렸습니다. 시간의 { $waiting }입니다. 그 때문에 장치는 { $idle } 동안 유휴 상태였습니다. { $line }번째 줄의 비용이 가장 큽니다. 이 줄은 { $lineBlocked } 동안 기다렸습니다.
    }
found-busy =
    { $count ->
        [1] 프로그램은 연산 { $operations }개를 큐에 넣고, 전체 { $span } 가운데 { $blocked } 동안 한 번 기다렸습니다. 시간의 { $waiting }입니다. { $line }번째 줄의 이 대기 때문에 장치가 유휴 상태가 되지는 않았습니다.
       *[other] 프로그램은 연산 { $operations }개를 큐에 넣고, 전체 { $span } 가운데 { $blocked } 동안 { $waits }번 기다렸습니다. 시간의 { $waiting }입니다. 이 대기들 때문에 장치가 유휴 상태가 되지는 않았습니다. { $line }번째 줄에서 가장 오래, { $lineBlocked } 동안 기다렸습니다.
    }
found-busy-more = 다른 이유로 장치는 { $idleElse } 동안 유휴 상태였습니다. { $idleEmpty } 동안은 프로그램이 기다리지 않는데도 큐가 비어 있었고, { $idleBackend } 동안은 연산이 큐에 있었지만 백엔드가 아직 장치에 넘기지 않았습니다. 연산을 처음 쓸 때는 커널을 컴파일하며, 연산은 그동안 기다립니다.
found-free = 프로그램은 연산 { $operations }개를 큐에 넣었고, 아무것도 기다리지 않았습니다. 연산은 { $span } 후에 완료되었습니다.
found-nothing = 프로그램이 { $lines }줄을 출력했습니다. 기록된 연산은 없습니다.
found-solved = 풀었습니다. 프로그램은 출력할 수를 위해 한 번만 기다리며, 전과 같은 것을 계산합니다. 걸린 시간은 { $span }입니다.
found-unsolved = 아직입니다. 프로그램이 아직 { $waits }번 기다립니다. 전체 { $span } 가운데 { $blocked }입니다. { $line }번째 줄이 가장 오래 기다렸습니다: { $lineBlocked }. 그 값이 매번 필요합니까?
found-changed = 프로그램이 계산하거나 출력하는 것이 전과 다릅니다. 곱셈 20번과 마지막의 `largest 21`이 있어야 합니다. 퍼즐을 다시 골라 한 줄만 지우세요.
disagrees = 프로그램이 큐에 넣은 연산이 없습니다.
coarse = 프로그램은 연산 { $operations }개를 큐에 넣고, 전체 { $span } 가운데 { $blocked } 동안 { $waits }번 기다렸습니다. 이 장치는 자기 작업의 시간을 재지 않으므로 유휴 시간을 알 수 없습니다. { $line }번째 줄에서 가장 오래, { $lineBlocked } 동안 기다렸습니다.
distortion-labs = 프로그램이 lab을 { $count }개 열었습니다. 모두 기록했지만 하나만 표시합니다. 표시한 것은 { $shown }번째로, 블로킹하지 않는 lab 중에서 연산이 가장 많습니다.
distortion-first = GPU에서 어떤 연산을 처음 쓸 때는 커널을 컴파일하며, 이 시간도 수치에 들어갑니다. 시간을 재기 전에 코드를 한 번 실행해 두세요.
distortion-sandbox = 브라우저는 출처가 없는 워커에 GPU를 내주지 않으므로, 샌드박스에서는 GPU의 백엔드가 프레임의 스레드에서 실행됩니다. 스크롤처럼 그 스레드에서 일어나는 다른 일은 백엔드를 늦춥니다.
caption-trace = 프로그램이 lab에 연결한 때부터 끝날 때까지의 연산입니다.

measure-operations = 연산 수
measure-waits = 대기 횟수
measure-blocked = 프로그램이 기다린 시간
measure-span = 실행 전체
measure-waiting = 대기 시간 비율
measure-idle = 그 때문에 장치가 유휴 상태였던 시간

vary-unrecorded = 기록하지 않고
look-unrecorded = 기록하면 연산마다 별도의 패스가 필요합니다. 프로그램이 출력하는 시간을 보세요. 기록하지 않으면 더 짧습니까?
vary-cpu = CPU 장치에서
look-cpu = 프로그램은 같고 장치만 다릅니다. 이제 어느 줄이 얼마나 기다리는지 보세요.
