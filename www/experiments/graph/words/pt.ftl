### O grafo de dependências

title = O grafo de dependências
question = Quais das suas operações têm de esperar por quais outras, e o que a impressão precisa esperar?

introduction = Cada chamada acrescenta uma operação a um grafo de dependências, cujas arestas dizem quais resultados uma operação lê. O back-end pode executar a operação assim que todos esses resultados existem. O exemplo do capítulo é z = x * y + 2, que imprime [[3, 3]] para vetores de uns. Digite uma expressão sua: nomes representam matrizes de uns.
prediction = Algumas operações formam a cadeia mais longa, na qual cada uma precisa da anterior. Que parte de todo o trabalho do dispositivo está nessa cadeia?
prediction-half = cerca de metade, ou menos
prediction-most = a maior parte
prediction-all = todo ele
prediction-right = A sua previsão foi “{ $predicted }”. Medido: { $part }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $part }, ou seja, { $measured }.
why-low = Um palpite baixo assim supõe mais trabalho ao lado da cadeia mais longa do que há. Uma operação sem sua entrada não pode começar, por mais dispositivos que estejam livres.
why-high = Um palpite alto assim supõe que cada operação espera pela que foi escrita antes. Só importa o que uma operação lê, não a ordem das linhas.

expression = Expressão
expression-help = Nomes, números, + − * /, @ ou dot(a, b) para o produto de matrizes, e sum, mean, max, norm, exp, log, sqrt, square, abs, relu.
wrong-sign = No caractere { $at } está “{ $found }”. Só são permitidos nomes, números, + - * / @ ( ) e vírgulas.
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
wrong-many = No caractere { $at } começa uma operação a mais. Uma expressão pode ter no máximo { $most }.
preset-branches = dois ramos
preset-chain = uma cadeia
preset-diamond = ramos que se encontram
n-help = Linhas e colunas de cada array.
way-recorded = gravação
pacing = medição de quanto dura cada operação
watching = execução ao vivo, n = { $n }: cada operação repetida o bastante para que se possa vê-la
skipping = nada para ver ao vivo num dispositivo simulado
live-graph = Ao vivo: { $expression }, arrays de { $n }×{ $n }. Cada operação é chamada tantas vezes quantas diz o seu nó, para que se possa vê-la em execução; o dispositivo recebe uma chamada por vez. Traço grosso: a cadeia mais longa, segundo a gravação feita antes. O programa fica parado na impressão até tudo estar concluído. Em seguida vem o que foi gravado.
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

found = Nenhuma operação, de { $operations } ao todo, começou antes de terminar o que ela lê. Pares sem ordem imposta: { $pairs }; destes, executados ao mesmo tempo: { $together }.
found-more = A cadeia mais longa tem { $length } operações e levou { $chain }, { $part } do total de { $all } do dispositivo: enquanto cada operação ficar inteira e nenhum dispositivo for mais rápido, nenhum número de dispositivos leva menos tempo que ela. Só a impressão fez o programa esperar, por { $wait }.
found-apart = Nenhuma operação, de { $operations } ao todo, começou antes de terminar o que ela lê. Pares sem ordem imposta: { $pairs }; mesmo assim, este dispositivo executou uma operação depois da outra, em { $all }.
found-apart-more = A cadeia mais longa tem { $length } operações e levou { $chain }, { $part } disso: enquanto cada operação ficar inteira e nenhum dispositivo for mais rápido, nenhum número de dispositivos leva menos tempo que ela. Só a impressão fez o programa esperar, por { $wait }.
found-chain = Nenhuma operação, de { $operations } ao todo, começou antes de terminar o que ela lê e, como cada uma precisa da anterior, nada podia ser executado lado a lado: a cadeia levou { $chain }. Só a impressão fez o programa esperar, por { $wait }.
disagrees = Aqui { $early } das { $needs } dependências parecem violadas: uma operação parece começar antes de terminar o que ela lê. O relógio do dispositivo ou o laboratório está errado; execute de novo.
coarse = Curto demais para medir com confiança aqui: este dispositivo não cronometra as suas operações, e a figura mostra só os limites dentro dos quais cada uma das { $operations } operações foi executada. As dependências entre elas são exatas.
coarse-clock = Impreciso demais para dizer qual cadeia é a mais longa: juntas, as { $operations } operações levaram { $all }, e o relógio com que o dispositivo as cronometra avança em passos de { $step }. Nenhuma começou antes de terminar o que ela lê. Só a impressão fez o programa esperar, por { $wait }. Escolha um n maior.
caption-graph = { $expression }, arrays de { $n }×{ $n }, cada operação chamada uma vez; a rodada mediana (rodadas: { $rounds }). Cada operação fica abaixo do que ela lê; lado a lado, as que não precisam uma da outra. Traço grosso: a cadeia mais longa. O nó de seis lados é onde o programa espera. Mova o controle deslizante ou pressione Repetir para ver até onde cada uma tinha chegado.
summary-graph = { $operations } operações em { $layers } camadas; pares que podiam ser executados em qualquer ordem: { $pairs }; a cadeia mais longa tem { $length } operações e levou { $chain } de { $all }.
caption-trace = A mesma execução na linha do tempo; a barra hachurada é a espera dentro da impressão.

scalar = escalar

measure-chain = cadeia mais longa
measure-all = todas as operações no dispositivo
measure-part = cadeia mais longa, parte do todo
measure-wait = espera dentro da impressão
