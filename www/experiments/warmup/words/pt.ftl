### Aquecimento: pedir e seguir em frente

title = Aquecimento: pedir e seguir em frente
question = Você pede dez produtos de matrizes. Quando recebe o controle de volta, e quando os produtos ficam prontos?

introduction = Uma biblioteca bloqueante calcula cada produto dentro da chamada que o pede. Uma biblioteca assíncrona divide o trabalho: o front-end (o seu programa) escreve a chamada em uma fila, o back-end a retira dali e faz o dispositivo executá-la. O mesmo loop de produtos é cronometrado de três modos: bloqueante na CPU, assíncrono sem espera e assíncrono com uma espera no fim. No livro, o segundo modo é centenas de vezes mais rápido que o primeiro. A GPU é mesmo tão mais rápida?
prediction = Quanto tempo o loop leva quando se espera pelos produtos no final, comparado com não esperar?
prediction-same = mais ou menos o mesmo tempo
prediction-few = de 2 a 10 vezes o tempo
prediction-tens = de 10 a 100 vezes o tempo
prediction-hundreds = mais de 100 vezes o tempo
prediction-right = A sua previsão foi “{ $predicted }”. Medido: { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $ratio }, ou seja, { $measured }.
why-low = Um palpite baixo assim supõe que cada chamada demora tanto quanto o seu produto. A chamada só escreve o produto na fila; ele é calculado depois.
why-high = Um palpite alto assim supõe que enfileirar não custa nada. Custa pouco, mas restam alguns microssegundos por chamada, e neste dispositivo os produtos não demoram tanto mais.

preset-auto = auto, cerca de 3 s
repetitions = Produtos
seed = Semente
seed-help = A mesma semente gera as mesmas matrizes.

way-blocking = bloqueante, na CPU
way-enqueued = assíncrono, sem espera
way-waited = assíncrono, com espera
line-blocking = bloqueante
line-enqueued = assíncrono, sem espera
line-waited = assíncrono, com espera
line-ratio = com espera / sem espera: { $ratio }
line-gap = defasagem: { $gap }; sem a latência mínima de notificação de { $floor }: { $corrected }

table-note = Os números do curso são os das suas duas fontes, para dez produtos de 1000×1000 nas máquinas delas.

found =
    { $count ->
        [one] O controle voltou após { $returned }; a conclusão do produto foi detectada após { $done }. Durante { $free } desse tempo, o front-end ficou livre para fazer outra coisa.
       *[other] O controle voltou após { $returned }; a conclusão dos { $count } produtos foi detectada após { $done }. Durante { $free } desse tempo, o front-end ficou livre para fazer outra coisa.
    }
disagrees = Aqui esperar não custa quase nada: o controle voltou após { $returned }, e a conclusão de tudo foi detectada após { $done }. O que toma o tempo é enfileirar; as matrizes são pequenas demais para o dispositivo ficar para trás. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: a conclusão dos produtos foi detectada { $gap } depois de o controle voltar, mas este navegador precisa de { $floor } para avisar que uma fila vazia está concluída. Escolha um n maior ou mais produtos.
caption-trace = { $repetitions ->
        [one] { $repetitions } produto de matrizes aleatórias { $n }×{ $n }, numa rodada gravada.
       *[other] { $repetitions } produtos de matrizes aleatórias { $n }×{ $n }, numa rodada gravada.
    }

distortion-floor = Até uma fila vazia só é dada por concluída após { $floor }: { $share } da defasagem pode ser demora do próprio navegador. A defasagem corrigida a desconta.
distortion-scaled = O modo bloqueante faria você esperar; por isso calculou matrizes { $m }×{ $m }, e os seus tempos são escalados para { $n }×{ $n } por n³.

measure-ratio = com espera / sem espera
measure-gap = defasagem
measure-free = front-end livre, parte do tempo
