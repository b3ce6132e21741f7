### A espera oculta

title = A espera oculta
question = Dois loops de treinamento somam a perda em lugares diferentes. Um deles é mais lento, e por quê?

introduction = Dois loops treinam a mesma rede. O primeiro lê a perda de cada minibatch como número e a soma no programa. O segundo soma as perdas como array, no dispositivo, e lê o total uma vez, no fim. O laboratório cronometra os dois loops e grava quando o dispositivo trabalhou e quando o programa esperou.
prediction = Quanto tempo o primeiro loop leva, comparado com o segundo?
prediction-same = mais ou menos o mesmo tempo
prediction-half = até 1,5 vez o tempo
prediction-double = de 1,5 a 3 vezes o tempo
prediction-more = o triplo do tempo, ou mais
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $ratio }, ou seja, { $measured }.
why-low = Se você supôs que um número pequeno é barato de ler, note que a leitura espera por todo o trabalho anterior, e que enquanto isso nada novo é enfileirado.
why-high = Se você supôs que o dispositivo fica ocioso por todo o tempo em que o programa espera, note que ele ainda trabalha durante parte da espera; só se perde o tempo com a fila vazia.

wait = Chamada no loop
wait-item = a perda como número
wait-print = impressão da perda
preset-print = impressão da perda
preset-small = pequenos e muitos
n = Tamanho n
n-help = Linhas de um minibatch, atributos e unidades ocultas.
batches = Minibatches

way-with = com a espera oculta
way-without = sem ela
way-read = uma leitura: o programa esperou
way-idle = dispositivo ocioso durante
way-restart = dispositivo ocioso depois
line-read = uma leitura
line-idle = dispositivo ocioso durante
line-restart = dispositivo ocioso depois
mark-before = antes: { $reads } leituras, cada uma { $each }
mark-after = depois: soma no dispositivo
caption = Os loops (rodadas: { $rounds }) e cada leitura da linha { $line }, da execução gravada (leituras: { $reads })
column-rounds = amostras
line-with = loop com a espera oculta
line-without = loop sem ela
line-site = linha { $line }, { $code }: { $reads } esperas, { $blocked } de bloqueio; dispositivo ocioso por { $during } durante o bloqueio e por { $after } depois
line-site-untimed = linha { $line }, { $code }: { $reads } esperas, { $blocked } de bloqueio; tempo ocioso desconhecido

found = A linha { $line }, `{ $code }`, espera: cada uma das suas { $reads } leituras bloqueou o programa por { $each }, dos quais { $eachIdle } com o dispositivo ocioso (medianas de uma só execução gravada). Sem esta linha, o loop levou { $without } em vez de { $with }.
found-more = O programa não enfileirou nada enquanto esperava, e a fila se esvaziou. Ao todo, nessa única execução, o programa esperou por { $blocked }. Durante { $during } desse tempo o dispositivo ficou ocioso, e por mais { $after } até receber trabalho novo.
found-no-longer = A linha { $line }, `{ $code }`, espera, mas quase não custa tempo a este loop: { $with } com ela, { $without } sem ela. Cada passo é longo em comparação com a espera. Escolha um n menor.
found-no-longer-more = Na única execução gravada, as suas { $reads } leituras bloquearam o programa por { $blocked }, e o dispositivo esteve ocioso por { $during } durante as esperas e por { $after } depois delas.
unsteady = A linha { $line }, `{ $code }`, espera, mas as rodadas diferem demais para dizer quanto isso custa: a mediana é { $with } com ela e { $without } sem ela. Execute de novo com a máquina desocupada, ou com mais rodadas.
unsteady-more = Na única execução gravada, as suas { $reads } leituras bloquearam o programa por { $blocked }, e o dispositivo esteve ocioso por { $during } durante as esperas e por { $after } depois delas.
disagrees = A execução gravada não mostra nenhuma espera dentro do programa. O laboratório não encontrou nada que bloqueie; execute de novo.
coarse = Este dispositivo não cronometra o próprio trabalho; por isso, não se sabe quanto tempo ficou ocioso. A linha { $line }, `{ $code }`, bloqueou o programa { $reads } vezes, { $blocked } ao todo; sem ela, o loop levou { $without } em vez de { $with }.
untimed = Este dispositivo não cronometra o próprio trabalho; por isso, não se sabe quanto tempo ficou ocioso. A linha { $line }, `{ $code }`, bloqueou o programa { $reads } vezes, { $blocked } ao todo; sem ela, o loop levou { $without } em vez de { $with }.
found-untimed = A linha { $line }, `{ $code }`, espera: as suas { $reads } leituras bloquearam o programa por { $blocked } ao todo (em uma só execução gravada). Sem esta linha, o loop levou { $without } em vez de { $with }. Este dispositivo não cronometra o próprio trabalho; por isso, não se sabe quanto tempo ficou ocioso.
found-no-longer-untimed = A linha { $line }, `{ $code }`, espera, mas quase não custa tempo a este loop: { $with } com ela, { $without } sem ela. Cada passo é longo em comparação com a espera. Escolha um n menor. Este dispositivo não cronometra o próprio trabalho; por isso, não se sabe quanto tempo ficou ocioso.
unsteady-untimed = A linha { $line }, `{ $code }`, espera, mas as rodadas diferem demais para dizer quanto isso custa: a mediana é { $with } com ela e { $without } sem ela. Execute de novo com a máquina desocupada, ou com mais rodadas. Este dispositivo não cronometra o próprio trabalho; por isso, não se sabe quanto tempo ficou ocioso.
coarse-clocks = Aqui não se sabe quanto tempo o dispositivo ficou ocioso: este navegador leva { $floor } só para informar que uma fila vazia terminou, e por isso os relógios do dispositivo e do programa só coincidem dentro de { $apart }. A linha { $line }, `{ $code }`, bloqueou o programa { $reads } vezes. Use outro navegador.
coarse-clocks-more = Essas esperas somaram { $blocked }, e a maior parte pode ser atraso do navegador. Sem a linha, o loop levou { $without } em vez de { $with }.
axis-cost = uma leitura
caption-cost = Custo de cada leitura da linha { $line }: medianas e quartis das { $reads } leituras da execução gravada. O dispositivo conta como ocioso quando já tinha terminado tudo o que estava na fila e o trabalho seguinte só foi enfileirado depois da espera.
summary-cost = Uma leitura custou { $each }; o dispositivo esteve ocioso por { $eachIdle } durante ela e por { $eachAfter } depois.
axis-ways = tempo do loop inteiro
caption-ways = Antes e depois: { $batches } minibatches, n = { $n }; medianas e quartis (rodadas: { $rounds }), sem gravação.
summary-ways = Com a espera oculta { $with }, sem ela { $without }.
caption-trace = Os dois loops, um após o outro, como foram gravados, n = { $n }. Hachurado: o programa espera. No primeiro loop, cada espera deixa uma lacuna no trabalho do dispositivo.

measure-ratio = com a espera oculta / sem ela
measure-blocked = espera total do programa
measure-idle = ociosidade total do dispositivo por causa disso
measure-each = uma leitura
measure-eachIdle = dispositivo ocioso durante uma leitura

wait-copy = cópia da perda para o host e de volta
read = Quando a perda é lida
read-after = depois da atualização
read-before = antes da retropropagação
task = Tarefa do loop
task-training = treinamento
task-inference = inferência: só a propagação direta
way-upload = uma cópia de volta ao dispositivo
line-upload = uma cópia de volta ao dispositivo
vary-copy = Copiar para o host e de volta
look-copy = Duas cópias em cada minibatch, uma em cada sentido. Observe as barras: qual das duas faz este programa esperar, e qual só entra na fila? No PyTorch e no MXNet, estas duas chamadas esperam.
vary-before = Ler antes da retropropagação
look-before = A perda só precisa da propagação direta. Observe uma leitura: o programa pode esperar por menos trabalho. Mas a retropropagação só é enfileirada depois: o dispositivo fica menos tempo ocioso?
vary-inference = Inferência em vez de treinamento
look-inference = Sem gradientes, cada minibatch é menos trabalho. Observe o tempo ocioso do dispositivo: um loop que lê cada previsão sincroniza menos vezes?
