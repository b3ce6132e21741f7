### O programa de um experimento em outras bibliotecas, ao lado do que é executado.

tabs = O mesmo programa em várias bibliotecas
help = Todos estes programas podem ser executados aqui, e uma linha do tempo mostra quando cada operação foi executada. Clique em uma linha, ou use as setas dentro de um programa, para marcar as que fazem o mesmo nos outros.
run = Executar este programa
counterpart = Linhas: { $lines }.
no-counterpart = Sem equivalente: { $frameworks }.
note-dispose = O coletor de lixo do JavaScript nada sabe da memória da GPU; por isso o programa diz quando não precisa mais de um array. O Python conta referências e libera o array quando o último nome passa a indicar outra coisa.
note-blocking = A biblioteca bloqueante da comparação. No PyTorch e no TensorFlow, as operações na CPU já bloqueiam: cada uma é calculada dentro da chamada. No livro, ao lado do MXNet, é o NumPy.
note-connect = O laboratório precisa ser aberto primeiro. As bibliotecas de Python abrem o dispositivo na primeira chamada que precisa dele.
note-await = Em um navegador, um programa que espera precisa ceder a thread: é o que `await` diz. Em Python, a chamada simplesmente bloqueia.
note-copy = Aqui, a cópia de volta ao dispositivo só entra na fila, como a do `device_put` do JAX. O `.to(device)` do PyTorch espera quando a memória é comum, paginável, como a de um array do NumPy; com `pin_memory()` e `non_blocking=True`, não espera. O MXNet espera em cada cópia de um array do host.
note-profile = Aqui o laboratório grava cada operação. As bibliotecas têm seus profilers: `torch.profiler`, `jax.profiler`, `tf.profiler`, `mxnet.profiler`; Nsight e VTune mostram o lado do dispositivo.
note-wait-one = O PyTorch e o TensorFlow não esperam por um único array. O PyTorch espera por um dispositivo, um stream ou um evento gravado depois da operação. O TensorFlow espera pelos dispositivos; uma cópia para o host espera por tudo o que entrou na fila antes. O JAX espera por um array com `block_until_ready`, o MXNet com `wait_to_read`.
note-wait-last = O JAX não tem uma chamada que espere por tudo: `block_until_ready` espera pelos arrays que recebe. Uma GPU executa a fila em ordem; por isso tudo está concluído quando o último resultado está.
note-allocator = `on-completion` libera a memória como o motor do MXNet, só quando o trabalho que a lê está concluído. O MXNet também aloca mais tarde: um resultado recebe memória quando a sua operação roda. Os alocadores do PyTorch, do JAX e do TensorFlow reutilizam a memória na ordem do stream, de imediato.
note-layers = O JAX e o núcleo do TensorFlow não têm camadas nem otimizadores; Flax, Optax e Keras têm. Aqui a rede é uma função dos seus parâmetros, e o passo está escrito por extenso.
note-initialize = O PyTorch inicializa os parâmetros quando cria a camada. No JAX e no TensorFlow, o programa os sorteia.
note-jit = `jax.jit` captura a função uma vez; cada nova chamada a enfileira inteira. `lab.compile`, `torch.compile` e `tf.function` fazem o mesmo. Onde a função precisa de um valor, `jax.jit` dá um erro, e `torch.compile` tem uma quebra do grafo: captura o que vem antes e depois dela.
note-window = Não existe essa chamada. À mão: guarde a perda anterior e espere por ela depois de enfileirar o próximo minibatch.
note-value-and-grad = No JAX, uma só chamada, `value_and_grad`, enfileira a propagação direta e a retropropagação. A perda pode ser lida quando ambas estão na fila.
note-zero-grad = O PyTorch soma gradientes até que `zero_grad` os apague. Os outros os calculam de novo a cada retropropagação. Os arrays do JAX nunca mudam; por isso um passo cria novos parâmetros.
note-memory = PyTorch, JAX e TensorFlow informam o pico de bytes alocados numa GPU; o MXNet, a memória livre e a total da GPU. O livro lê a memória do processo inteiro.
note-cpu-called = O PyTorch e o TensorFlow calculam uma operação na CPU dentro da chamada: quando ela volta, está pronta, e não resta nada pelo que esperar.
note-cpu-queued = O MXNet e o JAX enfileiram operações para a CPU como para uma GPU. Com `MXNET_ENGINE_TYPE=NaiveEngine`, cada chamada do MXNet calcula antes de voltar.
note-bound = O CUDA limita a fila de lançamentos: com cerca de mil pendentes, o seguinte espera. O JAX também tem um limite: em uma CPU, 32 computações. O motor do MXNet não impõe limite. O programa impõe um limite menor à mão: marca lugares na fila e espera por uma marca antiga. O TensorFlow não tem marcas; por isso o seu programa deixa a fila se esvaziar.
note-progress = Nenhuma destas bibliotecas informa quantas operações há na fila.
note-bulk = O motor do MXNet pode executar várias operações em bloco. As outras disparam os kernels um a um; funções compiladas e CUDA graphs repetem muitos com um só disparo.
table = As chamadas das bibliotecas
columns = Bibliotecas na tabela
caption = Chamadas com o mesmo efeito
row-all = esperar por tudo
row-one = esperar por um array
row-host = copiar para o host (espera)
row-scalar = ler um número (espera)
row-print = imprimir (espera)
row-compile = compilar uma função
row-blocking = executar cada operação dentro da chamada
which = O MXNet é assíncrono na CPU e na GPU e libera a memória só quando o trabalho que a lê está concluído. O JAX é assíncrono na CPU e na GPU, o PyTorch e o TensorFlow apenas na GPU; os três reutilizam a memória na ordem do stream. O NumPy nunca é assíncrono. O laboratório pode se comportar como cada um deles. O capítulo diz que o PyTorch usa o agendador do próprio Python. Não usa: aqui o Python não agenda nada. O PyTorch lança cada operação em um stream CUDA, e o dispositivo as executa nessa ordem.
