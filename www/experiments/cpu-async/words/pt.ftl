### Só na CPU

title = Só na CPU
question = Os mesmos produtos de matrizes na CPU: a assincronia ainda é visível?

introduction = Os mesmos produtos de matrizes sem GPU, de dois modos. Uma biblioteca calcula cada produto dentro da sua chamada. A outra passa cada produto a um back-end por meio de uma fila. Ambas usam o mesmo código para o produto, no mesmo processador.
prediction = Quando retorna o loop que usa a fila?
prediction-late = quando quase todos os produtos estão prontos: o processador é o mesmo
prediction-soon = muito antes de os produtos estarem prontos
prediction-right = A sua previsão foi “{ $predicted }”. Certo: o controle voltou após { $returned } de { $done }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $returned } de { $done }, ou seja, { $measured }.
why-low = Se você supôs que a assincronia exige uma GPU, note que todo dispositivo com uma thread própria pode trabalhar enquanto o programa continua, e que uma thread da CPU é um dispositivo assim.
why-high = Se você supôs que enfileirar não leva tempo, note que leva algum, e que produtos tão pequenos ficam concluídos logo depois que o loop enfileira o último.

repetitions = Produtos
way-synchronous = chamada síncrona
way-returned = pela fila, até o controle voltar
way-done = pela fila, até tudo estar pronto
line-synchronous = síncrono
line-returned = assíncrono, sem espera
line-done = assíncrono, com espera
line-price = pela fila / síncrono: { $price }

found = Sim, com uma fila: o controle voltou após { $returned }, e os produtos estavam concluídos após { $done }. Com chamadas síncronas, levaram { $synchronous }. A fila não torna o trabalho mais rápido, mas durante { $free } do tempo a thread do front-end ficou livre.
found-more = Na CPU, o MXNet usa uma fila assim, e o seu loop também volta cedo. O PyTorch calcula na CPU dentro de cada chamada: o seu loop leva o tempo síncrono, e depois não resta nada pelo que esperar.
disagrees = Quase não: o controle voltou após { $returned }, de { $done } ao todo. As matrizes são tão pequenas que o dispositivo acompanha o front-end. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: a conclusão dos produtos foi detectada { $gap } depois de o controle voltar, e mesmo quase nenhum trabalho leva { $floor } para ser dado por concluído. Escolha um n maior.
axis-bars = tempo do loop, escala log
caption-bars = { $repetitions ->
        [one] { $repetitions } produto
       *[other] { $repetitions } produtos
    } de matrizes { $n }×{ $n } na CPU: medianas e quartis (rodadas: { $rounds }).
summary-bars = De modo síncrono, { $synchronous }; pela fila, o controle voltou após { $returned } e tudo ficou pronto após { $done }.
caption-trace = Uma rodada gravada pela fila: o dispositivo é uma thread na CPU.

measure-gap = defasagem
measure-returned = até o controle voltar
measure-done = até tudo estar pronto
measure-free = front-end livre, parte do tempo
measure-price = pela fila / de forma síncrona

vary-double = Dobrar n
look-double = O trabalho é oito vezes maior. Observe quando o controle volta.
vary-more = Dobro de produtos
look-more = O dobro de chamadas, o dobro do trabalho. Observe quanto a fila acrescenta ao tempo do loop síncrono.
vary-tiny = Matrizes minúsculas (n = 8)
look-tiny = Cada produto é quase nada. Observe se o controle ainda volta antes de os produtos terminarem.
