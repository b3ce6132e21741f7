### Memória: nunca esperar tem um preço

title = Memória: um loop que nunca espera
question = O que um loop de treinamento ganha por nunca esperar, e quanta memória isso custa?

introduction = O loop de treinamento do capítulo: uma rede de três camadas, perda L2, SGD. Em uma versão, o loop espera pela perda de cada minibatch; em outra, espera só uma vez, no fim. As duas usam um alocador que libera a memória na conclusão, como o motor do MXNet: quando o trabalho que a lê está concluído. Uma terceira execução também nunca espera, mas reutiliza a memória na ordem do stream, como o alocador do PyTorch: a operação seguinte da fila pode ficar com ela. Todos os dez modos incluem ainda loops que leem a perda média como número ou deixam minibatches se sobreporem.
prediction = A memória é liberada na conclusão. Um loop espera por cada perda; o outro nunca espera. Quantas vezes mais memória o outro exige?
prediction-same = mais ou menos a mesma
prediction-few = de 1,5 a 5 vezes
prediction-tens = de 5 a 25 vezes
prediction-most = mais de 25 vezes
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $ratio }, ou seja, { $measured }.
why-low = Um palpite baixo assim supõe que a memória é liberada quando o programa não precisa mais dela. Liberada na conclusão, ela fica até que o trabalho que a lê esteja concluído, e a fila inteira vem antes desse trabalho.
why-high = Um palpite alto assim supõe que todo minibatch fica na memória. Enquanto o loop enfileira, minibatches anteriores são concluídos e liberados, e os pesos são guardados uma vez só.

preset-course = como no livro, 50 minibatches de 1024 × 512
preset-course-100 = como no livro, 100 minibatches, 8 GB
preset-course-150 = como no livro, 150 minibatches, 12 GB
features = Atributos
features-help = As três camadas têm 4 vezes o número de atributos em unidades, o mesmo número e uma unidade.
batch = Linhas de um minibatch
batch-help = Automático: o dobro dos atributos, como no capítulo.
batches = Minibatches de uma época
overlap = Minibatches que podem se sobrepor
overlap-help = O k de `lab.window(k)`, quando todos os dez modos são medidos.
rate = Taxa de aprendizado
memory = Memória que pode ser usada, MB
memory-help = O laboratório calcula de antemão quanta memória o loop sem espera poderia exigir. Se for mais do que este limite, a época é encurtada.
calibrating = busca de um tamanho adequado a este dispositivo: { $n } atributos

way-never-on-completion = nunca esperar, liberar na conclusão
way-loss-on-completion = esperar pela perda, liberar na conclusão
way-mean-on-completion = ler a perda média, liberar na conclusão
way-one-on-completion = sobrepor um minibatch, liberar na conclusão
way-several-on-completion = sobrepor vários, liberar na conclusão
way-never-stream-ordered = nunca esperar, ordem do stream
way-loss-stream-ordered = esperar pela perda, ordem do stream
way-mean-stream-ordered = ler a perda média, ordem do stream
way-one-stream-ordered = sobrepor um minibatch, ordem do stream
way-several-stream-ordered = sobrepor vários, ordem do stream
line-batches = minibatch { $count }
line-epoch = tempo por época
line-memory = aumento de memória: { $megabytes } MB
line-shrunk = nunca esperar teria exigido { $needed }, e { $limit } podem ser usados: em vez disso, { $batches } minibatches de { $batch }×{ $features }

column-issued = todos emitidos, ms
column-epoch = fim da época, ms
column-bytes = aumento de memória
caption = { $batches } minibatches de { $batch }×{ $features }; medianas (rodadas: { $rounds })
table-note = O aumento de memória é o máximo alocado em algum momento, além da memória dos parâmetros no início. A época está concluída quando a conclusão de todas as suas operações foi detectada. O capítulo imprime quanto cresceu o processo inteiro, segundo o `ps`: isso inclui o Python, a biblioteca e a memória guardada para reuso. Aqui só se contam os buffers do dispositivo.

axis-batches = minibatches
curve-never-issued = nunca esperar: emitidos
curve-never-finished = nunca esperar: prontos
curve-loss-issued = esperar: emitidos
curve-loss-finished = esperar: prontos
caption-batches = Minibatches emitidos e prontos ao longo do tempo, { $batches } de { $batch }×{ $features }. Linha cheia: nunca esperar. Tracejada: esperar pela perda de cada um. Uma época de cada modo, memória liberada na conclusão.
summary-batches = Sem nunca esperar, todos os { $count } minibatches foram emitidos em { $issued } e ficaram prontos após { $epoch }; com espera por cada perda, ficaram prontos após { $epochLoss }.
axis-bytes = bytes no dispositivo
curve-used = em uso
curve-pending = pendente
curve-allocated = alocada
caption-pile = Nunca esperar, memória liberada na conclusão. Em uso: mantida por arrays do programa. Pendente: o programa já abriu mão dela, mas trabalho na fila ainda a exige. Alocada: essas duas e a memória guardada para reuso.
summary-pile = Nunca esperar, com liberação na conclusão: a memória sobe { $pile }.
axis-allocated = bytes alocados
curve-never-on-completion = nunca, na conclusão
curve-loss-on-completion = esperar, na conclusão
curve-never-stream-ordered = nunca, ordem do stream
caption-flat = O mesmo treinamento de três modos: nunca esperar e esperar por cada perda, com a memória liberada na conclusão; e nunca esperar, com a memória reutilizada na ordem do stream.
summary-flat = Com liberação na conclusão, nunca esperar faz a memória subir { $pile }, e esperar por cada perda, { $flat }; na ordem do stream, nunca esperar a faz subir { $stream }.
axis-increase = aumento de memória
caption-bytes = O máximo que cada modo alocou além do início: medianas e quartis (rodadas: { $rounds }), { $batches } minibatches de { $batch }×{ $features }.
summary-bytes = Com liberação na conclusão, nunca esperar toma { $pile } e esperar por cada perda, { $flat }; na ordem do stream, { $stream } e { $streamFlat }.
axis-open = minibatches não concluídos
curve-open-one = à mão: um se sobrepõe
curve-open-several = janela de { $overlap }
caption-open = Exercício 2: o loop guarda a espera pelo minibatch anterior e espera por ele, de modo que exatamente um minibatch se sobrepõe ao seguinte: no máximo 2 ficam por concluir. Com uma janela de { $overlap }, no máximo { $overlap }. São mostrados os primeiros minibatches de uma época de cada modo.
summary-open = Com um minibatch de sobreposição, no máximo { $openOne } ficaram por concluir, a memória subiu { $one } e a época levou { $epochOne }. Com a janela, no máximo { $openSeveral }; sem nunca esperar, { $openNever }.

found = Sem esperar, o loop tinha emitido todos os { $count } minibatches após { $issued }, { $part } dos { $epoch } da época. Com a memória liberada na conclusão, { $pile } se acumularam. Esperar por cada perda mantém a memória em { $flat } e custa pouco tempo: { $epochLoss } por época.
found-more = Na ordem do stream nada se acumula, mesmo sem essa espera: { $stream }.
found-costly = Sem esperar, o loop tinha emitido todos os { $count } minibatches após { $issued }, { $part } dos { $epoch } da época. Com a memória liberada na conclusão, { $pile } se acumularam. Esperar por cada perda mantém a memória em { $flat }, mas aqui custa tempo: { $epochLoss } por época, { $price } o tempo.
found-costly-more = A cada espera, o dispositivo fica ocioso até o navegador informar a conclusão e o minibatch seguinte chegar. Na ordem do stream nada se acumula, mesmo sem espera: { $stream }.
found-unpriced = Sem esperar, o loop tinha emitido todos os { $count } minibatches após { $issued }, { $part } dos { $epoch } da época. Com a memória liberada na conclusão, { $pile } se acumularam. Esperar por cada perda mantém a memória em { $flat }. Se isso custa tempo, estas rodadas não dizem: { $epochLoss } por época, { $price } o tempo.
found-unpriced-more = Na ordem do stream nada se acumula, mesmo sem essa espera: { $stream }.
disagrees = Aqui o front-end não vai muito à frente do dispositivo: emitir { $count } minibatches levou { $issued } dos { $epoch } da época. Por isso pouco pode se acumular: { $pile } sem espera, { $flat } com uma por minibatch. Escolha mais atributos.
disagrees-memory = A memória não se comporta como diz o capítulo, embora os minibatches tenham sido emitidos em { $issued } de { $epoch }. Com liberação na conclusão, nunca esperar tomou { $pile } e esperar, { $flat }; na ordem do stream, nunca esperar tomou { $stream }.
coarse = Curto demais para medir com confiança aqui: a época inteira levou { $epoch }, e uma fila vazia leva { $floor } para ser dada por concluída. Escolha mais atributos. A memória subiu { $pile } sem espera e { $flat } com ela.
cramped = Memória de menos para concluir: podem ser usados { $limit }, e nunca esperar poderia ter precisado de { $needed }. Os poucos minibatches que cabem não têm como se acumular. Permita mais memória ou escolha menos atributos.
distortion-shrunk = No tamanho pedido, nunca esperar poderia ter exigido { $needed }, e { $limit } podem ser usados. Este é, portanto, o maior que cabe: { $batches } minibatches de { $batch }×{ $features }.

measure-pile = aumento de memória, nunca esperar
measure-flat = aumento de memória, esperar pela perda
measure-ratio = memória, nunca esperar / esperar
measure-price = tempo, esperar / nunca esperar
measure-part = todos emitidos, parte da época
measure-issued = todos os minibatches emitidos, nunca esperar

ways = Modos medidos
ways-three = três modos
ways-all = todos os dez modos
vary-double = Dobro de minibatches
look-double = Observe as duas curvas da memória liberada na conclusão: qual delas depende de quantos minibatches há?
vary-rows = Metade das linhas
look-rows = Cada minibatch é metade do trabalho e da memória. Observe se nunca esperar ainda se adianta tanto ao dispositivo.
vary-all = Todos os dez modos (exercício 2)
look-all = Observe as figuras a pedido abaixo: quando exatamente um minibatch se sobrepõe ao seguinte, quantos ficam por concluir, e como ficam o tempo e a memória?
