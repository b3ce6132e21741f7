### O grafo de dependências

title = O grafo de dependências
question = Quais das suas operações têm de esperar por quais outras, e o que a impressão precisa esperar?

introduction = Cada chamada acrescenta uma operação a um grafo de dependências, cujas arestas dizem quais resultados uma operação lê. O back-end pode executar a operação assim que todos esses resultados existem. O exemplo do capítulo é z = x * y + 2; com arrays 1×2 de uns, imprime [[3., 3.]]. Digite uma expressão sua: nomes representam arrays de uns.
prediction = Algumas operações formam a cadeia mais longa, na qual cada uma precisa da anterior. Que parte de todo o trabalho do dispositivo está nessa cadeia?
prediction-half = cerca de metade, ou menos
prediction-most = a maior parte
prediction-all = todo ele
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $part }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $part }, ou seja, { $measured }.
why-low = Se você supôs mais trabalho ao lado da cadeia mais longa, note que uma operação sem sua entrada não pode começar, por mais dispositivos que estejam livres.
why-high = Se você supôs que cada operação espera pela que foi escrita antes, note que no grafo de dependências uma operação só espera pelas suas entradas, como no motor do MXNet. (O PyTorch mantém a ordem das linhas em um stream CUDA, e o navegador, a da sua única fila; por isso, operações independentes ainda podem rodar uma após a outra.)

expression = Expressão
expression-help = Nomes, números, + − * /, @ ou dot(a, b) para o produto de matrizes, e sum, mean, max, norm, exp, log, sqrt, square, abs, relu.
wrong-sign = O caractere { $at } é “{ $found }”. Só são permitidos nomes, números, + - * / @ ( ) e vírgulas.
wrong-here = No caractere { $at } está “{ $found }”. Ali se esperava: { $expected ->
    [operator] +, -, *, / ou @
    [value] um nome, um número ou “(”
   *[other] “{ $expected }”
 }.
wrong-end = A expressão termina no caractere { $at }. Ali se esperava: { $expected ->
    [operator] +, -, *, / ou @
    [value] um nome, um número ou “(”
   *[other] “{ $expected }”
 }.
wrong-function = No caractere { $at }: não existe a função { $found }. Existem { $known }.
wrong-args-1 = No caractere { $at }: { $found } recebe um valor.
wrong-args-2 = No caractere { $at }: { $found } recebe dois valores, separados por vírgula.
wrong-dot = No caractere { $at }: um produto de matrizes precisa de duas matrizes, e aqui uma delas é um número só.
wrong-name = No caractere { $at }: o nome { $found } já está em uso, pelo programa ou pelo JavaScript. Escolha outro.
wrong-constant = Não há nenhum array na expressão. Use um nome, como x.
wrong-many = No caractere { $at }: esta operação passa do limite. Uma expressão pode ter no máximo { $most }.
preset-branches = dois ramos
preset-chain = uma cadeia
preset-diamond = ramos que se encontram
n-help = Colunas de cada array. Se não for dito outra coisa abaixo, há o mesmo número de linhas.
rows = Linhas
rows-help = Automático: tantas quantas as colunas. Expressões com um produto de matrizes têm sempre arrays quadrados.
way-recorded = gravação
pacing = medição de quanto dura cada operação
watching = execução ao vivo, n = { $n }: cada operação repetida o bastante para que se possa vê-la
skipping = nada para ver ao vivo num dispositivo simulado
live-graph = Ao vivo: { $expression }, arrays de { $n }×{ $n }. Cada operação é repetida tantas vezes quantas indica o seu nó, para que se possa vê-la em execução; o dispositivo recebe uma chamada por vez. Linha grossa: a cadeia mais longa, da gravação feita antes. O programa espera na impressão até todas as operações estarem concluídas. Depois os tempos gravados substituem esta figura.
live-summary-graph = Ao vivo, de { $nodes } nós: { $done } concluídos, { $running } em execução e { $queued } na fila; a impressão espera.

column-operation = operação
column-shape = forma
column-reads = lê
column-took = duração
column-chain = na cadeia mais longa
yes = sim
no = não
caption = As operações de { $expression }, na ordem em que foram chamadas
line-chain = cadeia mais longa: { $way }
line-times = cadeia: { $chain } de { $all } no dispositivo; a impressão bloqueou por { $wait }

found = Cada uma das { $operations } operações só começou depois de prontas as suas entradas. Pares em que nenhuma operação depende da outra: { $pairs }; destes, executados ao mesmo tempo: { $together }.
found-more = A cadeia mais longa (caminho crítico) tem { $length } operações e levou { $chain }, { $part } do total de { $all } do dispositivo. As suas operações têm de ser executadas uma após a outra; por isso, mais dispositivos da mesma velocidade não terminariam antes. Só a impressão fez o programa esperar, por { $wait }.
found-apart = Cada uma das { $operations } operações só começou depois de prontas as suas entradas. Pares em que nenhuma operação depende da outra: { $pairs }; mas este dispositivo executou uma operação por vez, { $all } ao todo.
found-apart-more = A cadeia mais longa (caminho crítico) tem { $length } operações e levou { $chain }, { $part } disso. As suas operações têm de ser executadas uma após a outra; por isso, mais dispositivos da mesma velocidade não terminariam antes. Só a impressão fez o programa esperar, por { $wait }.
found-chain = Cada uma das { $operations } operações só começou depois de prontas as suas entradas. Cada uma precisa da anterior; por isso, nunca duas podiam ser executadas ao mesmo tempo: a cadeia levou { $chain }. Só a impressão fez o programa esperar, por { $wait }.
disagrees = { $early } das { $needs } dependências parecem violadas: uma operação parece começar antes de pronta uma das suas entradas. Ou o relógio do dispositivo está errado, ou o laboratório. Execute de novo.
coarse = A cadeia mais longa não pode ser cronometrada aqui, porque este dispositivo não cronometra as suas operações. A figura mostra só os limites dentro dos quais cada uma das { $operations } operações foi executada. As dependências são exatas.
coarse-clock = Não é possível determinar a cadeia mais longa: juntas, as { $operations } operações levaram { $all }, e o relógio que as cronometra avança em passos de { $step }. Cada operação só começou depois de prontas as suas entradas. Só a impressão fez o programa esperar, por { $wait }. Escolha um n maior.
caption-graph = { $expression }, cada operação chamada uma vez; a rodada mediana (rodadas: { $rounds }). Uma operação fica abaixo das suas entradas; as que não dependem umas das outras ficam lado a lado. Linha grossa: a cadeia mais longa. No nó de seis lados o programa espera. Mova o controle deslizante ou pressione Repetir para ver até onde cada operação tinha chegado.
summary-graph = { $operations } operações em { $layers } camadas; pares que podiam ser executados em qualquer ordem: { $pairs }; a cadeia mais longa tem { $length } operações e levou { $chain } de { $all }.
caption-trace = A mesma execução na linha do tempo; a barra hachurada é a espera dentro da impressão.

scalar = escalar

measure-chain = cadeia mais longa
measure-all = todas as operações no dispositivo
measure-part = cadeia mais longa, parte do todo
measure-wait = espera dentro da impressão

vary-branches = Dois ramos independentes
look-branches = Nenhum ramo lê o outro. Observe quanto do trabalho está agora no caminho crítico.
vary-chain = Uma só cadeia
look-chain = Cada operação lê a anterior. Observe se algo poderia rodar ao lado de outra coisa.
vary-double = Dobrar n
look-double = O grafo fica igual; as operações demoram mais. Observe quais estão no caminho crítico.
