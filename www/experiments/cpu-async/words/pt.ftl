### Só na CPU

title = Só na CPU
question = Os mesmos produtos de matrizes na CPU: a assincronia ainda é visível?

introduction = Os mesmos produtos, sem GPU: uma vez em uma biblioteca que calcula dentro de cada chamada, outra vez por uma fila cujo back-end calcula em outra thread da CPU. Ambas usam o mesmo código para o produto. Na CPU, o MXNet funciona como a segunda e o PyTorch como a primeira.
prediction = Pela fila, quando retorna o loop que só enfileira?
prediction-late = quando quase todos os produtos estão prontos: o processador é o mesmo
prediction-soon = muito antes de os produtos estarem prontos
prediction-right = A sua previsão foi “{ $predicted }”, e assim foi: { $returned } de { $done }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $returned } de { $done }, ou seja, { $measured }.
why-low = Um palpite tardio assim supõe que a assincronia é coisa de GPU. Todo dispositivo com uma thread própria pode trabalhar enquanto o programa continua; uma thread da CPU é um deles.
why-high = Um palpite precoce assim supõe que enfileirar não leva tempo. Leva algum, e produtos tão pequenos ficam concluídos logo depois que o loop enfileira o último.

repetitions = Produtos
way-synchronous = chamada síncrona
way-returned = pela fila, até o controle voltar
way-done = pela fila, até tudo estar pronto
line-synchronous = síncrono
line-returned = assíncrono, sem espera
line-done = assíncrono, com espera
line-price = pela fila / síncrono: { $price }

found = Com uma fila, sim: o controle voltou após { $returned }, enquanto os produtos só ficaram prontos após { $done }. Com chamadas síncronas, levaram { $synchronous }: a fila não torna o trabalho mais rápido, mas durante { $free } do tempo o front-end teve a sua thread livre.
found-more = O MXNet punha as operações na CPU numa fila assim, e o seu loop também voltava cedo. O PyTorch calcula na CPU dentro de cada chamada: ali se veria o tempo síncrono, e nada mais por que esperar.
disagrees = Quase não: o controle voltou após { $returned }, de { $done } ao todo. As matrizes são tão pequenas que o dispositivo acompanha o front-end. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: a conclusão dos produtos foi detectada { $gap } depois de o controle voltar, e uma fila vazia leva { $floor } para ser dada por concluída. Escolha um n maior.
axis-bars = tempo do loop, escala log
caption-bars = { $repetitions ->
        [one] { $repetitions } produto
       *[other] { $repetitions } produtos
    } de matrizes { $n }×{ $n } na CPU: medianas e quartis (rodadas: { $rounds }).
summary-bars = De modo síncrono, { $synchronous }; pela fila, o controle voltou após { $returned } e tudo ficou pronto após { $done }.
caption-trace = Uma rodada gravada pela fila: o dispositivo é uma thread na CPU.

measure-gap = defasagem
measure-free = front-end livre, parte do tempo
measure-price = pela fila / de forma síncrona
