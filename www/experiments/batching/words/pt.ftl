### Lotes: operações por envio

title = Lotes de operações
question = Quantas operações o back-end deve entregar ao dispositivo de uma vez?

introduction = Um envio entrega um lote de operações ao dispositivo. O back-end escolhe o tamanho do lote: uma operação ou centenas. O mesmo loop de adições é executado com envios de tamanhos diferentes. Medem-se duas coisas: o throughput e a idade de um resultado, isto é, o tempo desde o enfileiramento até a conclusão ser detectada.
prediction = Com 256 operações em cada envio em vez de uma, o loop é quantas vezes mais rápido?
prediction-same = menos de 1,5 vez
prediction-few = de 1,5 a 4 vezes
prediction-many = de 4 a 20 vezes
prediction-most = mais de 20 vezes
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $gain }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $gain }, ou seja, { $measured }.
why-low = Se você supôs que um envio não custa nada, note que ele custa mais do que uma operação pequena.
why-high = Se você supôs que o envio é todo o custo, note que o dispositivo executa cada operação do mesmo jeito, e que esse tempo não se divide.

count = Operações
side = Lado da matriz
side-help = Matrizes pequenas mostram o custo de um envio.
timing = rodada { $round } de { $rounds }: { $way } por envio
opening = abertura de um laboratório com { $way } por envio
curve-throughput = throughput
axis-throughput = operações por segundo, escala log
caption-throughput = Operações concluídas por segundo, desde o primeiro enfileiramento até a conclusão de todas ter sido detectada. Medianas e quartis (rodadas: { $rounds }).
summary-throughput = De { $rateOne } com uma operação por envio a { $rateMany } com { $many }.

curve-enqueue = enfileirar
curve-each = até tudo pronto
curve-first = 1º resultado
curve-age = idade, média
axis-x = operações por envio, escala log
axis-cost = tempo por operação, escala log
axis-age = desde o enfileiramento, escala log
caption-cost = { $count } adições de matrizes { $side }×{ $side }, por operação: o enfileiramento, e o todo até ficarem todas prontas. Medianas e quartis (rodadas: { $rounds }).
summary-cost = Com uma operação por envio, cada uma leva { $one }; com { $many } por envio, { $eachMany }: { $gain }.
caption-age = Que idade têm os resultados quando a sua conclusão é detectada: o primeiro, e a média de todos. Gravado sem os timestamps do dispositivo, que exigiriam uma passagem própria para cada operação.
summary-age = O primeiro resultado é visto { $firstOne } depois de enfileirado com uma operação por envio, e { $firstMost } depois com os maiores envios.
caption = Por operação; medianas (rodadas: { $rounds })
column-x = operações por envio
column-enqueue = enfileirar, µs
column-each = até ficar pronta, µs
column-throughput = throughput
column-first = primeiro resultado, ms
column-age = idade média, ms
line-point = { $x } por envio: { $rate }

found = Com uma operação por envio, cada uma levou { $one }; com { $many }, levou { $eachMany }, o que dá { $gain } o throughput. O primeiro resultado foi visto { $firstOne } depois do pedido com envios de uma operação, e { $firstMost } depois com os maiores.
found-more = Enfileirar custa ao front-end { $enqueue } por operação nos dois casos: quem faz os envios é o back-end. Tamanhos que as rodadas não mostram ser mais lentos que { $many }: { $best }.
unsteady = As rodadas diferem demais para que se possa concluir: { $one } por operação com uma por envio, { $eachMany } com { $many }, mas o intervalo da razão entre os dois atravessa 1. Execute de novo com a máquina desocupada, ou com mais rodadas.
disagrees = Aqui os envios não custam quase nada: { $one } por operação isolada, { $eachMany } com { $many } por envio. As operações são longas o bastante para esconder o preço. Escolha matrizes menores.
coarse = Curto demais para medir com confiança aqui: o loop inteiro leva só { $shortest }, e mesmo quase nenhum trabalho leva { $floor } para ser dado por concluído. Escolha mais operações.

measure-rateOne = throughput, uma operação por envio
measure-rateMany = throughput, várias por envio
measure-many = operações por envio comparadas com uma
measure-gain = várias / uma operação por envio
measure-eachMany = tempo por operação, várias por envio
measure-best = tamanhos não seguramente mais lentos
measure-enqueue = enfileirar uma operação
measure-firstOne = primeiro resultado, uma operação por envio
measure-firstMost = primeiro resultado, envios maiores

vary-tiny = Um só número (1×1)
look-tiny = Agora quase nada da operação é aritmética. Observe o que ela ainda leva: é o custo de escalonamento.
vary-larger = Matrizes 8 vezes mais largas
look-larger = Cada operação tem 64 vezes o trabalho. Observe se o tamanho de um envio ainda importa.
vary-more = Dobro de operações
look-more = Observe o tempo de cada operação: um loop mais longo o muda?
