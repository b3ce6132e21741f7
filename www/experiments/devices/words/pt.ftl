### CPU e GPU juntas

title = CPU e GPU juntas
question = Os dois dispositivos podem trabalhar ao mesmo tempo, e ainda se deve esperar depois de cada minibatch?

introduction = Cada dispositivo tem a sua própria fila. O programa enfileira minibatches de produtos na GPU e na CPU. Em um loop os dispositivos trabalham um após o outro; em outro, os dois podem trabalhar ao mesmo tempo. Cada loop espera depois de cada minibatch, ou só no fim. Para comparar, cada dispositivo também trabalha sozinho.
prediction = Cada dispositivo recebe trabalho para mais ou menos o mesmo tempo. Quantas vezes mais rápido é trabalharem ao mesmo tempo do que um após o outro?
prediction-same = a mesma velocidade
prediction-some = de 1,2 a 1,6 vez a velocidade
prediction-twice = quase o dobro da velocidade
prediction-unknown = uma execução num só dispositivo não permite dizer
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $gain }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $gain }, ou seja, { $measured }.
why-low = Se você supôs que o programa atende um dispositivo após o outro, note que ele só enfileira, e que as duas filas podem ter trabalho ao mesmo tempo.
why-high = Se você supôs que dois dispositivos são duas vezes mais rápidos, note que o mais lento determina o tempo. Além disso, ambos dividem a largura de banda da memória e, aqui talvez, os mesmos núcleos.

n = Tamanho da matriz na GPU
n-help = Automático: o tamanho com que a GPU leva mais ou menos o tempo que a CPU leva com o dela.
m = Tamanho da matriz na CPU
products = Produtos por minibatch
products-help = Em cada dispositivo.
batches = Minibatches
calibrating = busca de tamanhos adequados a estes dispositivos: n = { $n }

way-gpu-end = só a GPU
way-gpu-each = só a GPU, espera a cada minibatch
way-cpu-end = só a CPU
way-cpu-each = só a CPU, espera a cada minibatch
way-turn-end = um após o outro
way-turn-each = um após o outro, espera a cada minibatch
way-beside-end = ao mesmo tempo
way-beside-each = ao mesmo tempo, espera a cada minibatch
line-gain = um após o outro / ao mesmo tempo: { $gain }; ao mesmo tempo, esperar a cada minibatch leva { $price } o tempo
column-used-webgpu = GPU ocupada
column-used-cpu = CPU ocupada
caption = { $batches } minibatches de { $products } produtos em cada dispositivo; medianas (rodadas: { $rounds })
table-note = Um dispositivo está ocupado enquanto uma das suas operações é executada. A tabela mostra a parte ocupada do tempo entre o primeiro enfileiramento e o fim da última operação. Estas execuções são gravadas à parte das cronometradas. Uma GPU que não cronometra o próprio trabalho conta como ocupada desde o envio até a conclusão ser detectada. Onde a memória precisa ficar limitada, espere pelo minibatch anterior, não pelo que acaba de ser enfileirado: assim as duas filas sempre têm mais um (“Memória” o mede).

axis-times = tempo total dos minibatches
caption-times =
    { $n ->
        [none] { $batches } minibatches de { $products } produtos de { $m }×{ $m } na CPU. Medianas e quartis (rodadas: { $rounds }); os modos que esperam a cada minibatch têm cor própria.
       *[other] { $batches } minibatches de { $products } produtos cada: { $n }×{ $n } na GPU, { $m }×{ $m } na CPU. Medianas e quartis (rodadas: { $rounds }); os modos que esperam a cada minibatch têm cor própria.
    }
summary-times = Sozinha, a GPU levou { $gpu } e a CPU, { $cpu }. Um após o outro, { $turn }; ao mesmo tempo, { $beside }; ao mesmo tempo com espera a cada minibatch, { $besideEach }.
caption-trace =
    { $n ->
        [none] Gravado: alguns minibatches, com uma espera depois de cada um; depois outros tantos, com uma só espera. Hachurado: o programa espera.
       *[other] Gravado: alguns minibatches com os dispositivos um após o outro e uma espera depois de cada minibatch; depois os dois ao mesmo tempo, com uma espera depois de cada um; depois ao mesmo tempo, com uma só espera. Hachurado: o programa espera. Onde os dois dispositivos trabalham ao mesmo tempo, as barras de um ficam acima das do outro.
    }
axis-use = parte do tempo em que o dispositivo trabalhou
use-webgpu = GPU, { $way }
use-cpu = CPU, { $way }
caption-use = Quanto cada dispositivo esteve ocupado, segundo as execuções gravadas: medianas, e o menor e o maior valor.
summary-use = Ao mesmo tempo, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }; um após o outro, { $gpuUsedTurn } e { $cpuUsedTurn }.

found = Um após o outro, os dispositivos levaram { $turn }; ao mesmo tempo, { $beside }: { $gain } mais rápido. Não espere depois de cada minibatch: com essas esperas, os dois ao mesmo tempo levam { $besideEach }, { $price } o tempo.
found-more = Sozinha, a GPU levou { $gpu } e a CPU, { $cpu }. Ao mesmo tempo, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }; com uma espera depois de cada minibatch, só { $gpuUsedEach } e { $cpuUsedEach }.
found-cheap = Um após o outro, os dispositivos levaram { $turn }; ao mesmo tempo, { $beside }: { $gain } mais rápido. Aqui esperar depois de cada minibatch custa pouco, { $besideEach } ao todo. Quanto mais curtos os minibatches, mais custa.
found-cheap-more = Sozinha, a GPU levou { $gpu } e a CPU, { $cpu }. Ao mesmo tempo, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }.
found-unpriced = Um após o outro, os dispositivos levaram { $turn }; ao mesmo tempo, { $beside }: { $gain } mais rápido. As rodadas não permitem dizer se esperar depois de cada minibatch custa tempo: { $besideEach } ao todo, { $price } o tempo.
found-unpriced-more = Sozinha, a GPU levou { $gpu } e a CPU, { $cpu }. Ao mesmo tempo, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }.
found-shared = Um após o outro, os dispositivos levaram { $turn }; ao mesmo tempo, { $beside }: { $gain } mais rápido, embora esta “GPU” seja um programa nos mesmos núcleos. Esperar depois de cada minibatch leva { $besideEach }, { $price } o tempo.
found-shared-more = Parte desse ganho vem de núcleos que cada uma deixa ociosos quando trabalha sozinha. Sozinha, a “GPU” levou { $gpu } e a CPU, { $cpu }. Ao mesmo tempo, estiveram ocupadas { $gpuUsed } e { $cpuUsed } do tempo.
disagrees-shared = Aqui se ganha pouco: um após o outro, { $turn }; ao mesmo tempo, { $beside } ({ $gain } mais rápido). Esta “GPU” é um programa nos mesmos núcleos do dispositivo CPU. Esperar depois de cada minibatch leva { $besideEach }, { $price } o tempo.
disagrees-shared-more = Ao mesmo tempo, ambas contam como ocupadas, { $gpuUsed } e { $cpuUsed } do tempo, mas se revezam nos núcleos. Sozinha, a “GPU” levou { $gpu } e a CPU, { $cpu }.
disagrees = Aqui os dispositivos quase não trabalham ao mesmo tempo: um após o outro, { $turn }; ao mesmo tempo, { $beside }, { $gain } mais rápido; ocupados { $gpuUsed } (GPU) e { $cpuUsed } (CPU) do tempo. Sozinha, a GPU levou { $gpu } e a CPU, { $cpu }. Se uma demora muito mais, escolha os tamanhos de modo que se equilibrem.
unsteady = Os tempos variam demais para concluir: sozinha, a GPU levou { $gpu } e a CPU, { $cpu }; um após o outro, { $turn }; ao mesmo tempo, { $beside }. Execute de novo com a máquina desocupada, ou com mais rodadas.
alone = Só a CPU participa aqui, e não dá para mostrar se dois dispositivos podem trabalhar ao mesmo tempo: para isso, escolha a GPU. Sozinha, a CPU levou { $cpu } para { $count } minibatches, e { $cpuEach } com uma espera depois de cada um, { $cpuPrice } o tempo; esteve ocupada { $cpuUsedAlone } do tempo num caso e { $cpuUsedAloneEach } no outro.
coarse = Curto demais para medir com confiança aqui: um minibatch leva { $each }, e mesmo quase nenhum trabalho só é dado por concluído após { $floor }. Escolha matrizes maiores.
distortion-slower = A máquina ficou mais lenta: o mesmo trabalho levou { $before } no início e { $after } no fim.

measure-gain = um após o outro / ao mesmo tempo
measure-price = ao mesmo tempo, esperar cada minibatch / não
measure-beside = ambos ao mesmo tempo
measure-gpuUsed = GPU ocupada, ao mesmo tempo
measure-cpuUsed = CPU ocupada, ao mesmo tempo

vary-more = Dobro de produtos
look-more = Agora cada minibatch é mais longo. Observe o custo de esperar após cada um: ainda pesa tanto?
vary-gpu = Dobrar n na GPU
look-gpu = A GPU tem oito vezes o trabalho. Observe os dois ao mesmo tempo: qual dispositivo define o tempo?
vary-host = Dobrar n na CPU
look-host = A CPU tem oito vezes o trabalho. Observe os dois ao mesmo tempo: qual dispositivo define o tempo?
