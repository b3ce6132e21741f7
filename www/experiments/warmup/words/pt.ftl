### Aquecimento: pedir e seguir em frente

title = Aquecimento: pedir e seguir em frente
question = Você pede dez produtos de matrizes. Quando o controle volta, e quando eles estão concluídos?

introduction = Uma biblioteca bloqueante calcula cada produto dentro da própria chamada. Numa biblioteca assíncrona, o front-end (o seu programa) entrega a chamada a um back-end, que manda o dispositivo executá-la. O mesmo loop de produtos é cronometrado de três modos: bloqueante, na CPU; assíncrono, sem espera; e assíncrono, com uma única espera no fim. No livro, o segundo modo é centenas de vezes mais rápido que o primeiro. Uma GPU é mesmo tão mais rápida que uma CPU?
prediction = Com a espera, o loop assíncrono leva quantas vezes o tempo que leva sem ela?
prediction-same = mais ou menos o mesmo tempo
prediction-few = de 2 a 10 vezes o tempo
prediction-tens = de 10 a 100 vezes o tempo
prediction-hundreds = mais de 100 vezes o tempo
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $ratio }, ou seja, { $measured }.
why-low = Se você supôs que cada chamada demora tanto quanto o seu produto, note que a chamada só escreve o produto na fila; o dispositivo o calcula depois.
why-high = Se você supôs que enfileirar não custa nada, note que cada chamada ainda custa alguns microssegundos, e que neste dispositivo os produtos não demoram tanto mais.

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
line-gap = defasagem: { $gap }; quase nenhum trabalho é dado por concluído após { $floor }

table-note = O livro é “Dive into Deep Learning”. Os tempos impressos no livro vêm de duas versões do capítulo sobre computação assíncrona. Cada versão cronometrou dez produtos 1000×1000 numa máquina diferente; a biblioteca bloqueante é a NumPy. Aqui, o modo bloqueante roda em uma thread de WebAssembly, com vetores de 128 bits. Em um processador com vetores de 512 bits, a NumPy, também em uma thread, levou um oitavo desse tempo para este produto.

found =
    { $count ->
        [one] O controle voltou após { $returned }; a conclusão do produto foi detectada após { $done }. Durante { $free } desse tempo, o front-end ficou livre para outro trabalho.
       *[other] O controle voltou após { $returned }; a conclusão dos { $count } produtos foi detectada após { $done }. Durante { $free } desse tempo, o front-end ficou livre para outro trabalho.
    }
disagrees = Aqui a maior parte do tempo vai para enfileirar: o controle voltou após { $returned }, e a conclusão do último produto foi detectada após { $done }. As matrizes são tão pequenas que o dispositivo acompanha o front-end. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: a conclusão dos produtos foi detectada { $gap } depois de o controle voltar, mas este navegador precisa de { $floor } para avisar que mesmo quase nenhum trabalho está concluído. Escolha um n maior ou mais produtos.
caption-trace = { $repetitions ->
        [one] { $repetitions } matriz aleatória { $n }×{ $n }, multiplicada por si mesma: duas operações. Uma rodada gravada.
       *[other] { $repetitions } matrizes aleatórias { $n }×{ $n }, cada uma multiplicada por si mesma: duas operações cada. Uma rodada gravada.
    }

distortion-floor = Mesmo quase nenhum trabalho só é dado por concluído após { $floor }; portanto { $share } da defasagem pode ser demora do próprio navegador.
distortion-scaled = Neste tamanho o modo bloqueante demoraria demais; por isso foi executado com matrizes { $m }×{ $m }. Os seus tempos são convertidos para { $n }×{ $n } na proporção de n³. Gerar os números aleatórios só cresce com n²; por isso, os tempos convertidos são um pouco longos demais.

measure-ratio = com espera / sem espera
measure-enqueued = tempo até o controle voltar
measure-gap = defasagem
measure-free = front-end livre, parte do tempo

axis-bars = tempo do loop, logarítmico
caption-bars = Os mesmos { $repetitions } produtos de matrizes de { $n }×{ $n }, dos três modos: medianas e quartis. “≤”: conclusão detectada, portanto no máximo.
summary-bars = Bloqueando: { $blocking }; só enfileirando: { $enqueued }; enfileirando e esperando: { $waited }.
found-more = O loop que não espera parece ter { $seeming } a velocidade do bloqueante. Esse fator engana: o relógio parou quando os produtos estavam enfileirados, e o trabalho ainda estava por fazer. Cronometrado até a conclusão dos produtos ser detectada, o loop tem { $real } a velocidade do bloqueante. Só este compara o dispositivo com uma CPU, e só com uma thread de WebAssembly: onde ambas foram medidas, uma thread da NumPy teve 8,5 vezes essa velocidade.
vary-double = Dobrar n
look-double = Cada produto é oito vezes o trabalho; as chamadas são as mesmas. Observe a defasagem: o controle volta mais tarde?
vary-more = Dobro de produtos
look-more = O dobro de chamadas, o dobro do trabalho. Observe quantas vezes mais o loop leva quando espera: isso muda?
vary-tiny = Matrizes minúsculas (n = 8)
look-tiny = Quase não há o que calcular. Observe o que resta da defasagem: é o tempo que o navegador precisa para avisar o fim.
