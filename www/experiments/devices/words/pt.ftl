### CPU e GPU juntas

title = CPU e GPU juntas
question = Os dois dispositivos podem trabalhar ao mesmo tempo, e ainda se deve esperar depois de cada minibatch?

introduction = Cada dispositivo tem a sua própria fila. O programa enfileira minibatches de produtos na GPU e na CPU e espera pelos dois após cada minibatch, ou só no fim. Depois cada dispositivo trabalha sozinho, para comparar.
prediction = Cada dispositivo tem trabalho para mais ou menos o mesmo tempo. Qual é a velocidade lado a lado, comparada com a de um por vez?
prediction-same = a mesma velocidade
prediction-some = de 1,2 a 1,6 vez a velocidade
prediction-twice = quase o dobro da velocidade
prediction-unknown = uma execução num só dispositivo não permite dizer
prediction-right = A sua previsão foi “{ $predicted }”. Medido: { $gain }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $gain }, ou seja, { $measured }.
why-low = Um palpite baixo assim supõe que o programa atende um dispositivo após o outro. Ele só enfileira; as duas filas podem estar cheias ao mesmo tempo.
why-high = Um palpite alto assim supõe que dois dispositivos são duas vezes mais rápidos. O mais lento determina o tempo, e ambos dividem a largura de banda da memória e, aqui talvez, os mesmos núcleos.

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
way-turn-end = um por vez
way-turn-each = um por vez, espera a cada minibatch
way-beside-end = lado a lado
way-beside-each = lado a lado, espera a cada minibatch
line-gain = um por vez / lado a lado: { $gain }; esperar a cada minibatch custa { $price } lado a lado
column-used-webgpu = GPU ocupada
column-used-cpu = CPU ocupada
caption = { $batches } minibatches de { $products } produtos em cada dispositivo; medianas (rodadas: { $rounds })
table-note = Um dispositivo está ocupado enquanto uma das suas operações é executada: a parte do tempo entre o primeiro enfileiramento e o último fim. Estas execuções são gravadas à parte das cronometradas. Uma GPU que não cronometra o próprio trabalho conta como ocupada desde o envio até a conclusão ser detectada.

axis-times = tempo total dos minibatches
caption-times =
    { $n ->
        [none] { $batches } minibatches de { $products } produtos de { $m }×{ $m } na CPU. Medianas e quartis (rodadas: { $rounds }); os modos que esperam a cada minibatch têm cor própria.
       *[other] { $batches } minibatches de { $products } produtos cada: { $n }×{ $n } na GPU, { $m }×{ $m } na CPU. Medianas e quartis (rodadas: { $rounds }); os modos que esperam a cada minibatch têm cor própria.
    }
summary-times = Isoladamente, a GPU levou { $gpu } e a CPU, { $cpu }; um por vez, { $turn }; lado a lado, { $beside }; com espera a cada minibatch, { $besideEach }.
caption-trace =
    { $n ->
        [none] Gravado: alguns minibatches, esperando depois de cada um; depois outros tantos, esperando uma só vez. Hachurado: o programa espera.
       *[other] Gravado: alguns minibatches com os dispositivos um por vez, esperando depois de cada minibatch; depois lado a lado, esperando depois de cada um; depois lado a lado, esperando uma só vez. Hachurado: o programa espera. Onde os dois dispositivos trabalham ao mesmo tempo, as barras de um ficam acima das do outro.
    }
axis-use = parte do tempo em que o dispositivo trabalhou
use-webgpu = GPU, { $way }
use-cpu = CPU, { $way }
caption-use = Quanto cada dispositivo esteve ocupado, segundo as execuções gravadas: medianas e quartis (rodadas: { $rounds }).
summary-use = Lado a lado, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }; um por vez, { $gpuUsedTurn } e { $cpuUsedTurn }.

found = Um por vez, levaram { $turn }; lado a lado, { $beside }: { $gain } mais rápido. Não, não espere depois de cada minibatch: isso leva { $besideEach }, { $price } o tempo.
found-more = Isoladamente, a GPU levou { $gpu } e a CPU, { $cpu }. Lado a lado, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }; com uma espera depois de cada minibatch, só { $gpuUsedEach } e { $cpuUsedEach }.
found-cheap = Um por vez, levaram { $turn }; lado a lado, { $beside }: { $gain } mais rápido. Aqui esperar depois de cada minibatch custa pouco, { $besideEach } ao todo: os minibatches são longos, e os dois dispositivos levam mais ou menos o mesmo tempo nos seus.
found-cheap-more = Isoladamente, a GPU levou { $gpu } e a CPU, { $cpu }. Lado a lado, a GPU esteve ocupada { $gpuUsed } do tempo e a CPU, { $cpuUsed }.
found-shared = Um por vez, levaram { $turn }; lado a lado, { $beside }: { $gain } mais rápido, embora esta “GPU” seja um programa nos mesmos núcleos. Esperar depois de cada minibatch leva { $besideEach }, { $price } o tempo.
found-shared-more = O ganho diz tanto sobre quantos núcleos cada uma, sozinha, deixa ociosos quanto sobre dois dispositivos. Isoladamente, a “GPU” levou { $gpu } e a CPU, { $cpu }. Ocupação lado a lado: { $gpuUsed } e { $cpuUsed } do tempo.
disagrees-shared = Aqui se ganha pouco, um por vez { $turn } e lado a lado { $beside } ({ $gain } mais rápido): esta “GPU” é um programa nos mesmos núcleos do dispositivo CPU. Esperar depois de cada minibatch leva { $besideEach }, { $price } o tempo.
disagrees-shared-more = Lado a lado, ambas contam como ocupadas, { $gpuUsed } e { $cpuUsed } do tempo, mas se revezam nos núcleos. Isoladamente, a “GPU” levou { $gpu } e a CPU, { $cpu }.
disagrees = Aqui elas quase não trabalham ao mesmo tempo: um por vez, { $turn }; lado a lado, { $beside }, { $gain } mais rápido; ocupadas { $gpuUsed } (GPU) e { $cpuUsed } (CPU) do tempo. Isoladamente, a GPU levou { $gpu } e a CPU, { $cpu }: se uma demora muito mais, escolha os tamanhos de modo que se equilibrem.
unsteady = Irregular demais para concluir, porque outra coisa ocupava esta máquina: isoladamente, a GPU levou { $gpu } e a CPU, { $cpu }; um por vez, { $turn }; lado a lado, { $beside }. Execute de novo com a máquina desocupada, ou com mais rodadas.
alone = Só a CPU participa aqui, e não dá para mostrar se dois dispositivos podem trabalhar ao mesmo tempo: para isso, escolha a GPU. Sozinha, a CPU levou { $cpu } para { $count } minibatches, e { $cpuEach } com uma espera depois de cada um, { $cpuPrice } o tempo; esteve ocupada { $cpuUsedAlone } do tempo num caso e { $cpuUsedAloneEach } no outro.
coarse = Curto demais para medir com confiança aqui: um minibatch leva { $each }, e uma fila vazia leva { $floor } para ser dada por concluída. Escolha matrizes maiores. Um por vez, levou { $turn }; lado a lado, { $beside }.

measure-gain = um por vez / lado a lado
measure-price = lado a lado, esperar cada minibatch / não
measure-gpuUsed = GPU ocupada, lado a lado
measure-cpuUsed = CPU ocupada, lado a lado
