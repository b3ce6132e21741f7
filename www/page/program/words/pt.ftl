### Os frameworks do capítulo ao lado do programa que é executado.

tabs = O mesmo programa em três bibliotecas
help = Os três programas podem ser executados aqui, e uma linha do tempo mostra quando cada operação foi executada. Clique em uma linha, ou use as setas dentro de um programa, para marcar as que fazem o mesmo nos outros.
run = Executar este programa
counterpart = Linha { $javascript } em JavaScript, { $pytorch } em PyTorch, { $mxnet } em MXNet.
no-counterpart = Sem equivalente: { $frameworks }.
note-dispose = O coletor de lixo do JavaScript nada sabe da memória da GPU; por isso o programa diz quando não precisa mais de um array. O Python conta referências e libera o array quando o último nome passa a indicar outra coisa.
note-blocking = A biblioteca bloqueante da comparação. No PyTorch, as operações na CPU já bloqueiam: cada uma é calculada dentro da chamada. No livro, ao lado do MXNet, é o NumPy.
note-connect = O laboratório precisa ser aberto primeiro. PyTorch e MXNet abrem o dispositivo na primeira chamada que precisa dele.
note-await = Em um navegador, um programa que espera precisa ceder a thread: é o que `await` diz. Em Python, a chamada simplesmente bloqueia.
note-copy = Aqui, a cópia de volta ao dispositivo só entra na fila. O `.to(device)` do PyTorch espera quando a memória é comum, paginável, como a de um array do NumPy; com `pin_memory()` e `non_blocking=True`, não espera. O MXNet espera em cada cópia de um array do host.
note-profile = Aqui o laboratório grava cada operação. Os frameworks têm seus profilers: `torch.profiler`, `mxnet.profiler`; Nsight e VTune mostram o lado do dispositivo.
note-wait-one = O PyTorch não espera por um único array. Ele espera por um dispositivo, um stream ou um evento gravado depois da operação. O MXNet espera por um array com `wait_to_read`.
note-allocator = `on-completion` libera a memória como o motor do MXNet, só quando o trabalho que a lê está concluído. O MXNet também aloca mais tarde: um resultado recebe memória quando a sua operação roda. O alocador do PyTorch reutiliza a memória na ordem do stream, de imediato.
note-initialize = O PyTorch inicializa os parâmetros quando cria a camada.
note-window = Não existe essa chamada. À mão: guarde a perda anterior e espere por ela depois de enfileirar o próximo minibatch.
note-zero-grad = O PyTorch soma gradientes até que `zero_grad` os apague. O laboratório e o MXNet os escrevem de novo a cada retropropagação.
note-memory = O PyTorch informa o pico de bytes alocados; o MXNet, a memória livre e a total. O livro lê a memória do processo inteiro.
note-cpu-torch = O PyTorch calcula uma operação na CPU dentro da chamada: quando ela volta, está pronta, e não resta nada pelo que esperar.
note-cpu-mxnet = O MXNet enfileira operações para a CPU como para uma GPU. Com `MXNET_ENGINE_TYPE=NaiveEngine`, cada chamada calcula antes de voltar.
note-bound = O CUDA limita a fila de lançamentos: com cerca de mil pendentes, o seguinte espera. O motor do MXNet não impõe limite. O programa impõe um limite menor à mão: marca lugares na fila e espera por uma marca antiga.
note-progress = Nenhum dos dois frameworks informa quantas operações há na fila.
note-bulk = O motor do MXNet pode executar várias operações em bloco. O PyTorch dispara os kernels um a um; CUDA graphs repetem muitos com um só disparo.
table = As chamadas de três bibliotecas
caption = A mesma ideia nas três bibliotecas
column-what = o que faz
row-all = esperar por tudo
row-one = esperar por um array
row-host = copiar para o host (espera)
row-scalar = ler um número (espera)
row-print = imprimir (espera)
row-blocking = executar cada operação dentro da chamada
which = O MXNet é assíncrono na CPU e na GPU e libera a memória só quando o trabalho que a lê está concluído. O PyTorch é assíncrono apenas na GPU e reutiliza a memória na ordem do stream. O NumPy nunca é assíncrono. O laboratório pode se comportar como cada um deles. O capítulo diz que o PyTorch usa o agendador do próprio Python. Não usa: aqui o Python não agenda nada. O PyTorch lança cada operação em um stream CUDA, e o dispositivo as executa nessa ordem.
