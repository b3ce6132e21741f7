### 실행되는 프로그램 옆에 놓이는, 이 장의 두 프레임워크.

tabs = 세 라이브러리로 쓴 같은 프로그램
help = 세 프로그램 모두 여기에서 실행되며, 연산마다 언제 실행되었는지 타임라인에 나옵니다. 줄을 누르거나 프로그램 안에서 화살표 키를 누르면 다른 프로그램에서 같은 일을 하는 줄이 표시됩니다.
run = 이 프로그램 실행
counterpart = JavaScript { $javascript }번째 줄, PyTorch { $pytorch }번째 줄, MXNet { $mxnet }번째 줄입니다.
no-counterpart = 대응하는 것이 없음: { $frameworks }.
note-dispose = JavaScript의 가비지 컬렉터는 GPU 메모리를 알지 못하므로, 배열이 더 필요하지 않을 때 프로그램이 알려 줍니다. Python은 참조를 세어, 마지막 이름이 다른 것을 가리키면 배열을 해제합니다.
note-blocking = 비교에 쓰는 블로킹 라이브러리입니다. PyTorch의 CPU 연산은 원래 블로킹입니다. 호출 안에서 계산을 마칩니다. 교재에서 MXNet과 비교하는 것은 NumPy입니다.
note-connect = 먼저 lab을 열어야 합니다. PyTorch와 MXNet은 장치가 필요한 첫 호출에서 장치를 엽니다.
note-await = 브라우저에서 기다리는 프로그램은 스레드를 양보해야 하며, `await`가 그 뜻입니다. Python에서는 호출이 그대로 블로킹합니다.
note-copy = 여기서는 장치로 되돌리는 복사가 큐에 들어가기만 합니다. PyTorch의 `.to(device)`는 NumPy 배열의 메모리처럼 페이지 가능한 일반 메모리이면 기다리고, `pin_memory()`와 `non_blocking=True`를 쓰면 기다리지 않습니다. MXNet은 호스트 배열을 복사할 때마다 기다립니다.
note-profile = 여기서는 lab이 모든 연산을 기록합니다. 두 프레임워크에는 자체 프로파일러 `torch.profiler`, `mxnet.profiler`가 있습니다. 장치 쪽은 Nsight와 VTune이 보여 줍니다.
note-wait-one = PyTorch는 배열 하나만 기다릴 수 없습니다. 장치, 스트림, 또는 그 연산 뒤에 기록한 이벤트를 기다립니다. MXNet은 `wait_to_read`로 배열 하나를 기다립니다.
note-allocator = `on-completion`은 MXNet 엔진처럼, 메모리를 읽는 작업이 완료된 뒤에야 해제합니다. MXNet은 할당도 늦게 합니다. 결과의 메모리는 연산이 실행될 때 할당됩니다. PyTorch의 할당자는 스트림 순서에 따라 바로 재사용합니다.
note-initialize = PyTorch는 층을 만들 때 매개변수를 초기화합니다.
note-window = 그런 호출은 없습니다. 직접 하려면 이전 손실을 남겨 두었다가, 다음 미니배치를 큐에 넣은 뒤에 그것을 기다립니다.
note-zero-grad = PyTorch는 `zero_grad`로 지울 때까지 기울기를 더해 나갑니다. lab과 MXNet은 역전파마다 기울기를 새로 씁니다.
note-memory = PyTorch는 할당한 바이트의 최댓값을, MXNet은 남은 메모리와 전체 메모리를 알려 줍니다. 교재은 프로세스 전체의 메모리를 읽습니다.
note-cpu-torch = PyTorch는 CPU 연산을 호출 안에서 계산합니다. 돌아왔을 때 이미 끝났으므로 기다릴 것이 없습니다.
note-cpu-mxnet = MXNet은 CPU 연산도 GPU처럼 큐에 넣습니다. `MXNET_ENGINE_TYPE=NaiveEngine`이면 호출마다 계산을 마친 뒤 돌아옵니다.
note-bound = CUDA는 실행 요청 큐의 길이를 제한합니다. 약 천 개가 밀리면 다음 요청은 기다립니다. MXNet의 엔진에는 상한이 없습니다. 더 작은 상한은 직접 둡니다. 큐에 표시를 남기고 오래된 표시를 기다립니다.
note-progress = 두 프레임워크 모두 큐에 연산이 몇 개 있는지 알려 주지 않습니다.
note-bulk = MXNet 엔진은 여러 연산을 묶어 실행할 수 있습니다. PyTorch는 커널을 하나씩 실행합니다. CUDA graphs는 한 번의 실행으로 여러 커널을 재생합니다.
table = 세 라이브러리의 호출
caption = 세 라이브러리에서 같은 개념의 이름
column-what = 하는 일
row-all = 모두 기다리기
row-one = 배열 하나 기다리기
row-host = 호스트로 복사(기다림)
row-scalar = 수 하나 읽기(기다림)
row-print = 출력(기다림)
row-blocking = 모든 연산을 호출 안에서 실행
which = MXNet은 CPU와 GPU 모두에서 비동기이며, 메모리를 읽는 작업이 완료된 뒤에야 메모리를 해제합니다. PyTorch는 GPU에서만 비동기이며, 메모리를 스트림 순서로 재사용합니다. NumPy는 비동기로 동작하지 않습니다. lab은 이들 가운데 어느 것처럼도 동작할 수 있습니다. 교재는 PyTorch가 파이썬 자체의 스케줄러를 쓴다고 하지만 그렇지 않습니다. 여기서 파이썬은 아무것도 스케줄하지 않습니다. PyTorch는 연산을 하나씩 CUDA 스트림에 넣고, 장치는 그 순서대로 실행합니다.
