### Barreiras: o que espera, e por quanto trabalho

title = Barreiras e bloqueadores
question = Quais chamadas esperam, e elas esperam por tudo ou só por aquilo de que precisam?

introduction = Uma barreira é uma chamada que espera por tudo o que foi enfileirado. Um bloqueador implícito, como o livro o chama, não parece uma espera, mas bloqueia o programa. Cada uma das chamadas abaixo é feita logo depois de enfileirar um produto, e o laboratório mede por quanto tempo ela bloqueia. Depois vem o exercício do capítulo sobre esperar por um resultado intermediário: muitos produtos são enfileirados, e o programa espera uma vez pelo primeiro deles e uma vez por todos.
prediction = Há muitos produtos na fila atrás daquele por que se espera. Quando essa espera termina?
prediction-all = só quando todos estão prontos
prediction-late = quando cerca de metade deles, ou mais, está pronta
prediction-early = enquanto a maioria dos outros ainda está na fila
prediction-right = A sua previsão foi “{ $predicted }”. Certo: a espera por um levou { $first }; a espera por todos, { $every }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $first } para o primeiro e { $every } para todos, ou seja, { $measured }.
why-low = Se você supôs que toda espera é uma barreira, note que a espera por um array termina quando esse array está concluído; o trabalho atrás dele continua na fila.
why-high = Se você supôs que o navegador informa cada conclusão de imediato, note que nesta máquina os avisos chegam tarde ou vários de uma vez, e que até lá os produtos de trás também já estavam concluídos.

preset-course-large = como no livro, grande
behind = Produtos atrás na fila
behind-help = Eles não precisam do produto por que se espera.

way-nothing = nada: só enfileirar
way-waitAll = esperar por tudo
way-waitToRead = esperar por um
way-data = para array do host
way-sum = soma, depois a escalar
way-norm = norma, depois a escalar
way-print = imprimir
way-two = 2 produtos, esperar por tudo
bar-way-first = o 1º: { $left } de { $products } ainda sem conclusão detectada
bar-way-every = todos os { $products } produtos
way-first = esperar pelo 1º produto
way-every = esperar por todos
line-nothing = produto, sem espera
line-waitAll = produto, esperar por tudo
line-waitToRead = produto, esperar por um
line-data = produto, para array do host
line-sum = produto, soma para escalar
line-norm = produto, norma para escalar
line-print = produto, imprimir
line-two = dois produtos, esperar por tudo
line-first = muitos produtos, esperar pelo primeiro
line-every = muitos produtos, esperar por todos
table-note = O capítulo imprime os tempos destas chamadas sem o enfileiramento. Com um só produto, esperar por ele e esperar por tudo levam mais ou menos o mesmo tempo. Com mais trabalho na fila, esperar por tudo espera também por trabalho ainda desnecessário: por isso o capítulo desaconselha `waitall` no MXNet. O mesmo vale para `torch.cuda.synchronize()`.

found = Cada uma das seis chamadas que esperam bloqueou o programa por { $least } a { $most }, enquanto só enfileirar levou { $nothing }. Com mais { $behind } produtos atrás dele na fila, a espera pelo primeiro produto terminou após { $first }; a espera por todos levou { $every } ({ $early }).
found-more = Na rodada gravada, quando a espera pelo primeiro terminou, ainda não se tinha detectado a conclusão de { $left } dos { $products } produtos. Esperar por um produto sozinho levou { $one }; esperar por tudo, quando só havia um, { $all }.
found-late = Cada uma das seis chamadas que esperam bloqueou o programa por { $least } a { $most }. A espera pelo primeiro produto levou { $first }; a espera por todos, { $every }. Aqui as conclusões são informadas tarde demais para que se veja a primeira espera terminar antes. Escolha um n maior.
disagrees = Aqui esperar leva pouco mais que enfileirar: { $least } contra { $nothing }. O produto está concluído quase no instante em que é enfileirado. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: as chamadas esperaram de { $least } a { $most }, e este navegador precisa de { $floor } para avisar que mesmo quase nenhum trabalho está concluído. Escolha um n maior.
axis-bars = por quanto tempo a chamada bloqueou o programa, escala log
caption-blocked = Um produto { $n }×{ $n } e, depois, a chamada: medianas e quartis (rodadas: { $rounds }). O enfileiramento do produto não entra na conta, exceto na primeira barra.
summary-blocked = Enfileirar levou { $nothing }; as chamadas que esperam bloquearam o programa por { $least } a { $most }.
axis-intermediate = quanto a espera levou
caption-intermediate = Esperar por um resultado intermediário: { $products } produtos são enfileirados; depois o programa espera pelo primeiro ou por todos. Medianas e quartis (rodadas: { $rounds }). O número dos que ainda não tinham a conclusão detectada vem da rodada gravada mais abaixo.
summary-intermediate = A espera pelo primeiro levou { $first }, quando { $left } de { $products } ainda não tinham a conclusão detectada; a espera por todos, { $every }.
caption-trace = Uma rodada gravada: todos os produtos são enfileirados; depois se espera pelo primeiro e, em seguida, por todos. A primeira barra hachurada termina cedo.

measure-early = todos os produtos / o primeiro
measure-nothing = enfileirar um produto
measure-one = esperar por um produto sozinho
measure-first = esperar pelo primeiro de muitos
measure-every = esperar por todos

vary-double = Dobrar n
look-double = O produto é oito vezes o trabalho. Observe quais barras crescem: enfileirar ou as chamadas que esperam.
vary-more = Dobro de produtos atrás
look-more = Observe as duas esperas abaixo: qual delas depende do que está atrás do primeiro produto?
vary-one = Só um produto atrás
look-one = Agora as duas esperas diferem por um só produto. Observe se esta máquina ainda as distingue.
