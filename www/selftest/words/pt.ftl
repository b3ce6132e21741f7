### The self-test: what is right, wrong and unknown on this machine.

# These stand in selftest.html too, in English.
selftest-title = asynclab: está certo na sua máquina?
to-lab = ← O laboratório inteiro
selftest-heading = O laboratório está certo na sua máquina?
selftest-lead = Em cerca de dois minutos esta página calcula tudo duas vezes, na placa de vídeo e no processador, lê todos os relógios, enche a memória, perde o dispositivo de propósito e executa cada experimento uma vez.
selftest-note = Nada sai da sua máquina. Deixe esta aba na frente enquanto ela trabalha; a placa de vídeo ficará ocupada.
begin = Examinar esta máquina
save = Salvar o relatório
sharing = Salve o relatório e anexe-o a uma issue deste projeto: ele cita o seu navegador e o seu adaptador, e nada mais sobre você.

stop = Parar
again = Examinar de novo
end-check = Terminar esta verificação
under-way = Em andamento: { $check }
so-far = { $count } verificações feitas.
failed = O exame terminou antes do fim: { $error }
all-right = Tudo o que foi testado está certo: { $right } verificações, em { $took }.
all-unknown = Nada está errado: { $right } verificações estão certas, { $unknown } não puderam dizer tudo. Levou { $took }.
all-wrong = Algo está errado nesta máquina: { $wrong } verificações falharam, { $right } estão certas, { $unknown } não puderam dizer tudo. Levou { $took }.
machine = { $browser }, { $adapter }
no-adapter = nenhum adaptador gráfico
unnamed = um adaptador que o navegador não nomeia

verdict-right = certo
verdict-wrong = errado
verdict-unknown = desconhecido
verdict-open = não testado
verdict-running = em andamento

check-limits = Limites
what-limits = Arrays tão grandes quanto o adaptador diz permitir, até meio gigabyte, são escritos e lidos de ponta a ponta; maiores são recusados.
check-kernels = Cada operação
what-kernels = Cada operação, com formas ímpares, arrays vazios e grandes, comparada com o processador.
check-candidates = Cada kernel do produto de matrizes
what-candidates = Também os que este adaptador não escolheria, com números inteiros: todos devem dar o mesmo até o último bit.
check-special = Valores especiais
what-special = Não-números, infinitos, zeros e os maiores números por cada operação, uma a uma e em kernels fundidos.
check-sums = Somas longas
what-sums = Somas de até dezesseis milhões de uns: um elemento esquecido ou contado duas vezes aparece.
check-programs = Programas sorteados
what-programs = 320 programas de cinco a treze operações, executados logo e de forma preguiçosa, comparados com o processador.
check-clocks = Relógios
what-clocks = Os relógios nunca voltam atrás, concordam com a hora do dia dentro de meio por cento e entre si (um erro comum a todos não se pode conhecer aqui), e cada operação vive em ordem.
check-timestamps = O relógio do dispositivo
what-timestamps = Nenhuma operação termina antes de começar nem ocorre fora do tempo em que o programa esperou por ela, e o ritmo do relógio é o do relógio deste programa dentro de cinco por cento.
check-memory = Memória no limite
what-memory = Um array que não cabe falha com um erro identificado, e a memória liberada pode ser usada de novo.
check-loss = Um dispositivo perdido
what-loss = Depois de uma perda toda espera o diz, e uma nova conexão calcula como antes.
check-experiments = Cada experimento
what-experiments = Cada um uma vez, com seus ajustes automáticos. Um experimento que não pode concluir, ou que contradiz o capítulo, deixa a pergunta aberta.

cases =
    { $cases ->
        [one] Um caso
       *[other] { $cases } casos
    }, { $failed } deles errados.
and-more = E mais { $count }.
quartiles = { $median } ({ $low } a { $high } na metade do meio)

differs = `{ $case }`: o elemento { $element } é { $got }; o processador dá { $expected }.
length = `{ $case }`: { $got } elementos em vez de { $expected }.
raised = `{ $case }` falhou: { $error }
untried = Nenhum caso chegou à operação `{ $case }`.
no-gpu = Este navegador não tem WebGPU, então não há o que examinar.
no-device = O navegador tem WebGPU, mas não deu um dispositivo: { $error }
limit-differs = O maior array é { $got } para o laboratório e { $expected } pelo que o adaptador diz.
limit-array = `{ $case }` tem os elementos { $got }.
limit-passed = Um array de { $got } não foi recusado pelo nome, embora seja maior que o permitido.
no-room = `{ $case }` não achou espaço: { $error }
kernel-refused = `{ $case }` não foi aceito.
clock-back = O relógio voltou atrás { $count } vezes.
clock-rate = De { $expected }, o relógio e a hora do dia divergem em { $got }.
clock-order = Os momentos de uma operação estão fora de ordem: { $case } levou { $got }.
floor-odd = A latência de notificação de uma fila vazia não faz sentido.
no-timestamps = Este dispositivo não mede o tempo do seu trabalho, então o relógio dele não pode ser examinado.
timestamps-refused = Os tempos do dispositivo se contradizem tanto que o laboratório não usa nenhum.
timestamps-turned = { $count } operações terminaram antes de começar.
timestamps-early = Uma operação começou { $got } antes de ser entregue; os relógios concordam dentro de { $expected }.
timestamps-late = Uma operação terminou { $got } depois de a sua conclusão ser detectada; os relógios concordam dentro de { $expected }.
timestamps-long = Todas as operações juntas levaram { $got } pelo relógio do dispositivo, mas o programa esperou só { $expected }.
timestamps-short = Todas as operações juntas levaram só { $got } pelo relógio do dispositivo, de { $expected } que o programa esperou.
timestamps-rate = O relógio do dispositivo anda a { $low } até { $high } do ritmo do relógio deste programa.
timestamps-busy = A máquina estava ocupada demais para comparar os relógios: o do dispositivo anda a { $low } até { $high } do ritmo do relógio deste programa. Tente outra vez quando nada mais estiver em execução.
memory-endless = Duas vezes { $expected } couberam em { $expected }.
memory-code = Um array que não coube falhou com { $got }.
memory-passed = { $got } foram alocados onde { $expected } são permitidos.
loss-unreported = Uma espera depois de uma perda ({ $case }) disse { $got }.
experiment-broken = { $experiment }: { $key }. Uma promessa do laboratório não vale aqui.
experiment-open = { $experiment } não pode dizer: { $key }.
experiment-otherwise = { $experiment } contradiz o capítulo: { $key }.
measure-outside = `{ $case }` é { $got }, fora dos seus próprios quartis { $expected }.

value-stated = Maior array, segundo o adaptador
value-tried = Maior array, testado
value-step = Passo do relógio desta thread
value-backendStep = Passo do relógio do backend
value-dayApart = Relógio comparado com a hora do dia
value-emptyWait = Espera por uma fila vazia
value-floor = Latência de notificação de uma fila vazia
value-roundTrip = Ida e volta vazia
value-smallWait = Espera por uma operação pequena
value-quantum = Passo do relógio do dispositivo
value-uncertainty = Incerteza entre os dois relógios
value-residual = Contradição entre os dois relógios
value-dropped = Operações cujos tempos foram deixados de fora
value-product = Um produto pelo relógio do dispositivo
value-wall = Doze produtos pelo relógio desta thread
value-busy = Parte em que o dispositivo trabalhou
value-rateLow = Ritmo do relógio do dispositivo, do relógio deste programa, no mínimo
value-rateHigh = Ritmo do relógio do dispositivo, do relógio deste programa, no máximo
value-peak = Máximo de memória alocada
