### O que diz a própria página.

# Termos: docs/glossary.md. Além deles (português do Brasil, em redação que se leia bem também em Portugal):
# host: host · worker: worker · enqueue: enfileirar, enfileiramento · queued: na fila · room, place in the queue: vaga
# submit: enviar · batch (de um envio): lote · call: chamada · loop: o loop · thread: a thread · pass: passagem · kernel: kernel
# wait for one, all: esperar por um, por tudo · blocking library: biblioteca bloqueante · yield: ceder a vez
# control comes back: o controle volta · done: pronto, concluído · reported complete: conclusão detectada · hole in a device’s work: lacuna
# clock step: passo do relógio · timestamps: timestamps · bound: limite · busy: ocupado · in turn: um por vez · side by side: lado a lado
# reads: lê · longest chain: cadeia mais longa · shape: forma · array: array · scalar: escalar · matrix product: produto de matrizes
# seed: semente · features: atributos · training: treinamento · overlap: sobreposição · pile up: acumular-se · bend: joelho
# way: modo · round: rodada · run: execução, executar · record, recorded: gravar, gravado · lane: faixa
# to time: cronometrar · hatched: hachurado · logarithmic: escala log
# trace: rastro · recorded run: execução gravada · live: ao vivo · uneven: irregular · tab: aba (só onde “página” não serve)
# when the machine is idle: com a máquina desocupada · notebook: notebook Jupyter (notebook sozinho é um computador)
# take a larger n: escolha um n maior · Rodadas contadas vão entre parênteses, “(rodadas: 3)”, para valer também com uma.

# Estas estão também em index.html, em inglês.
page-title = asynclab: computação assíncrona, medida
description = Meça a computação assíncrona na sua própria GPU: quando o controle volta e quando o trabalho fica pronto.
heading = Computação assíncrona, medida na sua máquina
lead = Um programa chama uma biblioteca de arrays como PyTorch ou MXNet, e uma GPU calcula. Quando o controle volta ao programa, e quando o trabalho fica pronto? O que espera pelo quê? Dê primeiro um palpite: depois, esta página mede, na sua máquina.
skip = Ir para o texto
skip-experiment = Ir para o experimento
skip-run = Ir para o botão Executar do experimento
start = Comece pelo aquecimento: leia a pergunta, dê um palpite, pressione Executar, compare. Uma execução leva alguns segundos.
for-courses = Para quem ensina: ponha um experimento no seu curso
to-notebook = Execute um notebook Jupyter seu (.ipynb) em Python

connecting = À procura de uma GPU…
adapter = { $adapter } · { $browser }
adapter-software = { $adapter } (software) · { $browser }
adapter-cpu = dispositivo CPU · { $browser }
seen-every = fila vazia concluída após { $floor }
floor-spread = { $median }; metade das { $samples } tentativas dentro de { $range }
about-adapter = dispositivo
about-floor = latência de notificação
about-floor-help = O tempo que este navegador leva para dar por concluída uma fila vazia. Uma defasagem menor não pode ser medida.
about-round-trip = espera vazia
about-round-trip-help = O tempo de uma espera por nada: do front-end até a thread do back-end e de volta.
about-clock = passo do relógio
about-clock-help = O menor passo do relógio. O isolamento entre origens (cross-origin isolation) o torna mais fino.
about-timestamps = timestamps do dispositivo
about-timestamps-help = O passo do relógio com que o dispositivo cronometra o próprio trabalho, se o faz.
about-backend = thread do back-end
backend-worker = um worker próprio
backend-same = a thread do front-end
none = nenhum
contents = Índice
close = Fechar
step-opened = (aberto)
step-predicted = (previsto)
step-run = (executado)
steps-run = executados: { $run } de { $total }
present = Apresentar
present-keys = Apresentar (Alt+P); Esc sai
previous = Anterior
next = Seguinte
leave = Sair
position = { $at } de { $total }
figure-position = Figura { $at } de { $total }
language = Idioma
theme = Tema
theme-auto = o do sistema
theme-light = claro
theme-dark = escuro

prediction = A sua previsão
predict-first = Escolha antes de executar: o seu palpite será comparado com a medição. Também se pode executar sem palpite.
program = O programa
open-in-sandbox = Abrir na sandbox
preset = Predefinição
preset-own = própria
auto-value = automático
device = Dispositivo
device-webgpu = GPU (WebGPU)
device-cpu = CPU
device-sim = simulado
device-machine = modelado: { $machine }
advanced = Mais ajustes
range = de { $min } a { $max }
out-of-range = Indique um número inteiro de { $min } a { $max }.
out-of-range-auto = Indique um número inteiro de { $min } a { $max }, ou deixe vazio para automático.
out-of-range-text = Indique um texto de 1 a { $most } caracteres.
nothing = Nada medido ainda. Pressione Executar: as figuras aparecerão aqui.
beyond = além do capítulo
more-figures =
    { $count ->
        [one] Mostrar mais { $count } figura
       *[other] Mostrar mais { $count } figuras
    }
run = Executar
stop = Parar
silence = { $device } não responde há mais de { $seconds } s. Pode estar ocupado, ou perdido.
silence-wait = Esperar
silence-end = Encerrar a execução
reset = Restaurar
recorded = Execução gravada (software)
link = Copiar link
elapsed = { $step } · { $elapsed }
left = { $step }; ainda cerca de { $left }
finished = Concluído após { $elapsed }.
printed = Saída do programa
finding = Constatação
distortions = Fontes de erro nesta execução
take-out = Salvar o resultado
provenance = { $adapter } · { $browser } · { $date }
provenance-modelled = Modelado, não medido: calculado em { $date } para esta máquina: { $machine }.
provenance-recorded = Gravado em { $date } com { $adapter } no { $browser }; não na sua máquina.
provenance-recorded-software = Software, não uma GPU: gravado em { $date } com { $adapter } no { $browser }; não na sua máquina.
provenance-link = Do link: medido em { $date } com { $adapter } no { $browser }, não agora na sua máquina.
provenance-file = De um arquivo: medido em { $date } com { $adapter } no { $browser }, não agora na sua máquina.
marked-recorded = Gravado
marked-modelled = Modelado
marked-link = Do link
marked-file = De um arquivo
kept = Abaixo: a última execução que deu certo.

compare = Comparar resultados
compare-help = Solte arquivos de resultado em qualquer lugar desta página, ou escolha-os aqui. Um único arquivo é mostrado no seu experimento. Vários são comparados: adaptadores, navegadores, uma turma inteira. A gravação de outro programa WebGPU é mostrada abaixo. Os arquivos não saem da sua máquina.
compare-files = Arquivos de resultado (JSON)
libraries-title = O mesmo laço em outras bibliotecas
libraries-question = TensorFlow.js, jax-js, ONNX Runtime Web e outras fazem o que o capítulo diz?

offer-recorded = Mostrar execuções gravadas (software, sem GPU)
offer-modelled = Usar uma GPU de notebook modelada
run-modelled = Executar em uma GPU de notebook modelada
no-gpu-software = A “GPU” deste navegador é um programa na CPU. O que faz uma GPU real pode ser calculado a partir do modelo de um notebook: os tempos são modelados, não medidos.
no-gpu-none = Este navegador não tem GPU que a página possa usar. O que faz uma GPU pode ser calculado a partir do modelo de um notebook: os tempos são modelados, não medidos.
new-version = Há uma nova versão desta página. Recarregue para vê-la; as outras abas abertas mantêm a delas até serem recarregadas.
reload = Recarregar
offer-cpu = Usar o dispositivo CPU
problem-NO_WEBGPU = Este navegador não tem WebGPU
remedy-NO_WEBGPU = Use um Chrome, Edge, Safari ou Firefox atual e abra a página por https ou a partir de localhost. Sem GPU, o mesmo experimento é executado no dispositivo CPU: a fila e o seu back-end são os mesmos, só que mais lentos.
problem-NO_DEVICE = O WebGPU não encontrou nenhuma GPU que possa usar
remedy-NO_DEVICE = Verifique se a aceleração por hardware está ligada nas configurações do navegador e se o driver de vídeo está atualizado. Enquanto isso, o dispositivo CPU funciona.
problem-WASM_BLOCKED = O navegador se recusou a executar WebAssembly
remedy-WASM_BLOCKED = Uma Content-Security-Policy ou o nível de segurança do navegador o proíbe. Sirva a página com `script-src 'self' 'wasm-unsafe-eval'`, ou permita WebAssembly para este site.
problem-WASM_TYPE = O motor não chegou como WebAssembly
remedy-WASM_TYPE = O servidor deve enviar www/pkg/asynclab_bg.wasm como `application/wasm`. `cargo xtask serve` o compila e o serve assim.
problem-FILE_PROTOCOL = A página foi aberta diretamente do disco
remedy-FILE_PROTOCOL = Os navegadores isolam tudo o que se abre do disco. Sirva a pasta: `cargo xtask serve` imprime um endereço para abrir.
problem-ENGINE_MISSING = Não foi possível carregar o motor
remedy-ENGINE_MISSING = O site foi renovado ou a conexão falhou: recarregue a página. Numa cópia do código, `cargo xtask serve` compila o motor.
problem-WORKER_FAILED = A thread do experimento parou
remedy-WORKER_FAILED = Não foi possível iniciá-la, ou ela falhou. Executar inicia uma nova.
problem-WORKER_BLOCKED = A thread do back-end não teve permissão para iniciar
remedy-WORKER_BLOCKED = Uma Content-Security-Policy, ou quem hospeda a página, barra os workers. Sirva a página com `worker-src 'self'`, ou, se o experimento vem de outro endereço, com `worker-src blob:` e esse endereço; ou abra-a no seu próprio endereço, e não dentro de outra página.
problem-DEVICE_LOST = O dispositivo se perdeu no meio da execução
remedy-DEVICE_LOST = O driver foi reiniciado, ou a GPU demorou demais num só trabalho. Executar refaz a conexão; escolha um n menor se isso se repetir.
problem-OUT_OF_MEMORY = O dispositivo não tem mais memória
remedy-OUT_OF_MEMORY = Escolha matrizes menores ou menos produtos, ou feche o que mais estiver usando a GPU, e execute de novo.
problem-TAB_HIDDEN = A página ficou oculta enquanto a execução era cronometrada
remedy-TAB_HIDDEN = Os navegadores tornam as páginas ocultas mais lentas, e por isso nenhuma rodada contou. Mantenha a página à vista e execute de novo.
problem-STOPPED = Parado
remedy-STOPPED = A GPU ainda termina o trabalho que recebeu; por isso, a próxima execução pode começar um pouco mais lenta.
problem-BUSY = Outro experimento está em execução
remedy-BUSY = Dois ao mesmo tempo se atrapalhariam. Pare o outro antes.
problem-INVALID_OPTION = Um valor está fora do intervalo
remedy-INVALID_OPTION = O intervalo está ao lado do campo.
problem-PROGRAM_FAILED = O programa parou com um erro
remedy-PROGRAM_FAILED = Corrija a linha indicada abaixo e execute de novo.
problem-NO_LAB = O programa não abriu nenhum laboratório
remedy-NO_LAB = Sem `await connect()` não há nada a gravar. O que ele imprimiu está abaixo.
problem-SANDBOX_FAILED = Não foi possível iniciar a sandbox
remedy-SANDBOX_FAILED = O navegador, ou quem hospeda a página, barra os frames. Sirva a página com `frame-src 'self'`.
again = Tentar de novo
problem-BAD_RESULT = Este resultado não pode ser mostrado
remedy-BAD_RESULT = Ele não é deste experimento, ou é de outra versão desta página. O que se via antes continua ali.
problem-NOT_LOADED = Não foi possível carregar este experimento
remedy-NOT_LOADED = O programa dele não chegou. Se não há conexão, ou se o site acaba de ser renovado, recarregue a página.
problem-other = A execução falhou
remedy-other = Execute de novo. Se continuar a falhar, o que está abaixo deve constar de um relato do problema.
