### O que dizem os gráficos.

frontend = front-end
backend = back-end
device = dispositivo
axis-time = { $unit } desde o 1º enfileiramento
axis-count = operações
empty = Nada medido ainda. Pressione Executar.
empty-frontend = cada operação pedida, no momento do pedido
empty-backend = tira operações da fila e entrega ao dispositivo
empty-device = quando executam de fato
enqueued-in =
    { $count ->
        [one] { $count } operação enfileirada
       *[other] { $count } operações enfileiradas em { $time }
    }
thinned = 1 em { $step } ligada
gap = hiato { $time }
wait = { $kind } { $time }
seen = fim visto
uncertainty = relógio GPU ± { $time }
uncertainty-residual = relógio GPU ± { $time }, resíduo { $residual }
bounds = executou nestes limites
enqueued-curve = enfileiradas
ended-curve = fim no dispositivo
completed-curve = fim visto
depth = { $count } na fila
view-all = Tudo
view-beginning = Início
view = Ver

timeline = Linha do tempo. { $summary }
series = Operações enfileiradas e operações de fim visto, ao longo do tempo. { $summary }
timeline-empty = Linha do tempo: nada medido ainda
series-empty = Operações ao longo do tempo: nada medido ainda
cursor = Operação
cursor-hint = Aponte para uma operação, ou mova o controle deslizante, para ver a vida dela em números.
cursor-value = operação { $number } de { $count }, { $name }
life-title = { $name } { $shape }, operação { $number } de { $count }
life-enqueued = enfileirada
life-decoded = decodificada
life-submitted = enviada
life-started = início
life-ended = fim
life-completed = fim visto
life-gap = hiato
life-reads = lê
life-clock = tempos do dispositivo
life-unknown = não medido

plot-cursor = Ponto
plot-hint = Aponte para a figura, ou mova o controle deslizante, para ler os números.
plot-table = A figura em tabela
plot-low = { $name }, 25 %
plot-high = { $name }, 75 %
spread = { $median } ({ $low } a { $high })
plot-way = modo
time-since = tempo desde o início

table-open = As operações em tabela
table-caption = Tempos em ms desde o primeiro enfileiramento. “Fim visto” é um limite superior do fim.
table-clock = Os tempos do dispositivo podem estar todos deslocados em conjunto: { $clock }. O resíduo diz em quanto os limites do ajuste se contradizem.
table-cut = As primeiras { $shown } de { $count } operações.
column-number = nº
column-name = operação
column-shape = forma

replay = Repetir
graph-at = após { $time }
graph-after = após a execução
graph-untimed = não medida
graph-operation = operação
graph-reads = lê
graph-queued = na fila
graph-started = início
graph-ended = fim
graph-took = duração
graph-chain = na cadeia mais longa
graph-yes = sim
graph-no = não
stage-unknown = não chamada
stage-queued = na fila
stage-running = executa
stage-waiting = o programa espera
stage-done = pronta

scalar = escalar
