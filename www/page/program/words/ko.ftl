### 실행되는 프로그램 옆에 놓이는, 다른 라이브러리의 같은 프로그램.

tabs = 여러 라이브러리로 쓴 같은 프로그램
help = 이 프로그램은 모두 여기에서 실행되며, 연산마다 언제 실행되었는지 타임라인에 나옵니다. 줄을 누르거나 프로그램 안에서 화살표 키를 누르면 다른 프로그램에서 같은 일을 하는 줄이 표시됩니다.
run = 이 프로그램 실행
counterpart = 대응하는 줄: { $lines }.
no-counterpart = 대응하는 것이 없음: { $frameworks }.
note-dispose = JavaScript의 가비지 컬렉터는 GPU 메모리를 알지 못하므로, 배열이 더 필요하지 않을 때 프로그램이 알려 줍니다. Python은 참조를 세어, 마지막 이름이 다른 것을 가리키면 배열을 해제합니다.
note-blocking = 비교에 쓰는 블로킹 라이브러리입니다. PyTorch와 TensorFlow의 CPU 연산은 원래 블로킹입니다. 호출 안에서 계산을 마칩니다. 교재에서 MXNet과 비교하는 것은 NumPy입니다.
note-connect = 먼저 lab을 열어야 합니다. 파이썬 라이브러리는 장치가 필요한 첫 호출에서 장치를 엽니다.
note-await = 브라우저에서 기다리는 프로그램은 스레드를 양보해야 하며, `await`가 그 뜻입니다. Python에서는 호출이 그대로 블로킹합니다.
note-copy = 여기서는 장치로 되돌리는 복사가 큐에 들어가기만 하며, JAX의 `device_put`도 그렇습니다. PyTorch의 `.to(device)`는 NumPy 배열의 메모리처럼 페이지 가능한 일반 메모리이면 기다리고, `pin_memory()`와 `non_blocking=True`를 쓰면 기다리지 않습니다. MXNet은 호스트 배열을 복사할 때마다 기다립니다.
note-profile = 여기서는 lab이 모든 연산을 기록합니다. 라이브러리에는 자체 프로파일러 `torch.profiler`, `jax.profiler`, `tf.profiler`, `mxnet.profiler`가 있습니다. 장치 쪽은 Nsight와 VTune이 보여 줍니다.
note-wait-one = PyTorch와 TensorFlow는 배열 하나만 기다릴 수 없습니다. PyTorch는 장치, 스트림, 또는 그 연산 뒤에 기록한 이벤트를 기다립니다. TensorFlow는 장치를 기다리며, 호스트로 복사하면 그 전에 큐에 들어간 것을 모두 기다립니다. JAX는 `block_until_ready`로, MXNet은 `wait_to_read`로 배열 하나를 기다립니다.
note-wait-last = JAX에는 모두를 기다리는 호출이 없습니다. `block_until_ready`는 주어진 배열을 기다립니다. GPU는 큐를 순서대로 실행하므로, 마지막 결과가 완료되면 모두 완료된 것입니다.
note-allocator = `on-completion`은 MXNet 엔진처럼, 메모리를 읽는 작업이 완료된 뒤에야 해제합니다. MXNet은 할당도 늦게 합니다. 결과의 메모리는 연산이 실행될 때 할당됩니다. PyTorch, JAX, TensorFlow의 할당자는 스트림 순서에 따라 바로 재사용합니다.
note-layers = JAX와 TensorFlow의 핵심에는 층도 최적화기도 없으며, Flax, Optax, Keras에 있습니다. 여기서 신경망은 매개변수의 함수이고, 갱신 단계는 직접 적습니다.
note-initialize = PyTorch는 층을 만들 때 매개변수를 초기화합니다. JAX와 TensorFlow에서는 프로그램이 매개변수를 뽑습니다.
note-jit = `jax.jit`는 함수를 한 번 캡처하고, 그 뒤의 호출은 함수 전체를 한꺼번에 큐에 넣습니다. `lab.compile`, `torch.compile`, `tf.function`도 같습니다. 함수가 값을 필요로 하면 `jax.jit`는 오류를 내고, `torch.compile`은 그래프 중단을 두어 그 앞과 뒤를 따로 캡처합니다.
note-window = 그런 호출은 없습니다. 직접 하려면 이전 손실을 남겨 두었다가, 다음 미니배치를 큐에 넣은 뒤에 그것을 기다립니다.
note-value-and-grad = JAX에서는 `value_and_grad` 호출 하나가 순전파와 역전파를 모두 큐에 넣습니다. 손실은 둘 다 큐에 들어간 뒤에 읽을 수 있습니다.
note-zero-grad = PyTorch는 `zero_grad`로 지울 때까지 기울기를 더해 나갑니다. 나머지는 역전파마다 기울기를 새로 계산합니다. JAX의 배열은 바뀌지 않으므로, 단계마다 새 매개변수가 만들어집니다.
note-memory = PyTorch, JAX, TensorFlow는 GPU에 할당한 바이트의 최댓값을 알려 줍니다. MXNet은 GPU의 남은 메모리와 전체 메모리를 알려 줍니다. 교재는 프로세스 전체의 메모리를 읽습니다.
note-cpu-called = PyTorch와 TensorFlow는 CPU 연산을 호출 안에서 계산합니다. 돌아왔을 때 이미 끝났으므로 기다릴 것이 없습니다.
note-cpu-queued = MXNet과 JAX는 CPU 연산도 GPU처럼 큐에 넣습니다. `MXNET_ENGINE_TYPE=NaiveEngine`이면 MXNet의 호출은 매번 계산을 마친 뒤 돌아옵니다.
note-bound = CUDA는 실행 요청 큐의 길이를 제한합니다. 약 천 개가 밀리면 다음 요청은 기다립니다. JAX에도 상한이 있습니다. CPU에서는 계산 32개입니다. MXNet의 엔진에는 상한이 없습니다. 더 작은 상한은 직접 둡니다. 큐에 표시를 남기고 오래된 표시를 기다립니다. TensorFlow에는 표시가 없어서, 프로그램이 큐를 비웁니다.
note-progress = 어느 라이브러리도 큐에 연산이 몇 개 있는지 알려 주지 않습니다.
note-bulk = MXNet 엔진은 여러 연산을 묶어 실행할 수 있습니다. 나머지는 커널을 하나씩 실행합니다. 컴파일한 함수와 CUDA graphs는 한 번의 실행으로 여러 커널을 재생합니다.
table = 라이브러리의 호출
columns = 표에 나올 라이브러리
caption = 같은 일을 하는 호출
row-all = 모두 기다리기
row-one = 배열 하나 기다리기
row-host = 호스트로 복사(기다림)
row-scalar = 수 하나 읽기(기다림)
row-print = 출력(기다림)
row-compile = 함수 컴파일
row-blocking = 모든 연산을 호출 안에서 실행
which = MXNet은 CPU와 GPU 모두에서 비동기이며, 메모리를 읽는 작업이 완료된 뒤에야 메모리를 해제합니다. JAX는 CPU와 GPU 모두에서, PyTorch와 TensorFlow는 GPU에서만 비동기이며, 이 셋은 메모리를 스트림 순서로 재사용합니다. NumPy는 비동기로 동작하지 않습니다. lab은 이들 가운데 어느 것처럼도 동작할 수 있습니다. 교재는 PyTorch가 파이썬 자체의 스케줄러를 쓴다고 하지만 그렇지 않습니다. 여기서 파이썬은 아무것도 스케줄하지 않습니다. PyTorch는 연산을 하나씩 CUDA 스트림에 넣고, 장치는 그 순서대로 실행합니다.
