### A espera oculta

title = A espera oculta
question = Qual linha de um loop de treinamento deixa o dispositivo ocioso, e quanto isso custa?

introduction = Dois loops treinam a mesma rede. O primeiro soma a perda no host; o segundo, no dispositivo, e busca a soma uma vez. Os dois parecem inofensivos. O laboratório grava quando o dispositivo trabalhou e quando o programa esperou. Qual linha custa tempo, e quanto?
prediction = Quanto tempo o primeiro loop leva, comparado com o segundo?
prediction-same = mais ou menos o mesmo tempo
prediction-half = até uma vez e meia o tempo
prediction-double = cerca do dobro do tempo
prediction-more = o triplo do tempo, ou mais
prediction-right = A sua previsão foi “{ $predicted }”. Medido: { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $ratio }, ou seja, { $measured }.
why-low = Um palpite baixo assim supõe que ler um número custa tão pouco quanto o número é pequeno. A leitura espera por todo o trabalho anterior, e enquanto isso nada novo é enfileirado.
why-high = Um palpite alto assim supõe que o dispositivo para pelo tempo em que o programa espera. Ele trabalha durante a maior parte da espera; só se perde o tempo com a fila vazia.

wait = O que há no loop
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

found = A linha { $line }, `{ $code }`, espera: cada uma das suas { $reads } leituras custou { $each }, dos quais { $eachIdle } com o dispositivo ocioso (medianas). Sem esta linha, o loop levou { $without } em vez de { $with }.
found-more = A fila tinha se esvaziado, e nada podia ser acrescentado a ela enquanto o programa esperava. Ao todo o programa ficou parado por { $blocked }; durante { $during } disso o dispositivo não teve o que fazer, e por mais { $after } até receber trabalho novo.
found-no-longer = A linha { $line }, `{ $code }`, espera, mas aqui o loop quase não demora mais por isso: { $with } com ela, { $without } sem ela. Os passos são longos perto das esperas; escolha um n menor.
found-no-longer-more = As suas { $reads } leituras bloquearam o programa por { $blocked }, e o dispositivo esteve ocioso por { $during } durante as esperas e por { $after } depois delas.
unsteady = A linha { $line }, `{ $code }`, espera. Quanto o loop demora a mais por isso, as rodadas não dizem com clareza: na mediana, { $with } com ela e { $without } sem ela, mas elas diferem demais. Execute de novo com a máquina desocupada, ou com mais rodadas.
unsteady-more = As suas { $reads } leituras bloquearam o programa por { $blocked }, e o dispositivo esteve ocioso por { $during } durante as esperas e por { $after } depois delas.
disagrees = A execução gravada não mostra nenhuma espera dentro do programa. O laboratório não encontrou nada que bloqueie; execute de novo.
coarse = Impreciso demais para dizer por quanto tempo o dispositivo esteve ocioso, porque ele não cronometra o próprio trabalho. A linha { $line }, `{ $code }`, bloqueou o programa { $reads } vezes, { $blocked } ao todo; sem ela, o loop levou { $without } em vez de { $with }.
untimed = Impreciso demais para dizer por quanto tempo o dispositivo esteve ocioso, porque ele não cronometra o próprio trabalho. A linha { $line }, `{ $code }`, bloqueou o programa { $reads } vezes, { $blocked } ao todo; sem ela, o loop levou { $without } em vez de { $with }.
axis-cost = uma leitura
caption-cost = O que cada leitura da linha { $line } custou: medianas e quartis das { $reads } da execução gravada. O tempo ocioso conta quando o dispositivo já tinha terminado tudo o que estava na fila e o trabalho seguinte só foi enfileirado depois da espera.
summary-cost = Uma leitura custou { $each }; o dispositivo esteve ocioso por { $eachIdle } durante ela e por { $eachAfter } depois.
axis-ways = tempo do loop inteiro
caption-ways = Antes e depois: { $batches } minibatches, n = { $n }; medianas e quartis (rodadas: { $rounds }), sem gravação.
summary-ways = Com a espera oculta { $with }, sem ela { $without }.
caption-trace = Os dois loops, um após o outro, como foram gravados, n = { $n }. Hachurado: o programa espera. No primeiro loop, cada espera deixa uma lacuna no trabalho do dispositivo.

measure-ratio = com a espera oculta / sem ela
measure-blocked = espera total do programa
measure-idle = ociosidade total do dispositivo por causa disso
