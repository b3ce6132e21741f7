### Cronometrar corretamente

# Mostrado antes de o experimento ser aberto.
title = Cronometrar: cinco cronômetros em volta do mesmo trabalho
question = Cinco modos de cronometrar os mesmos dez produtos: quais deles erram, e por quanto?

introduction = Um cronômetro lê um relógio antes do trabalho e depois dele. Numa biblioteca assíncrona isso não basta: a segunda leitura tem de esperar até que o trabalho esteja concluído (uma barreira no fim), nenhum trabalho anterior pode estar ainda na fila (uma barreira antes do início), e a primeira execução faz coisas que nenhuma outra faz, como compilar kernels (um aquecimento). Alguns dispositivos têm relógios próprios, que eventos leem antes e depois do trabalho no dispositivo. O laboratório cronometra os mesmos produtos com um cronômetro ingênuo, sem nada disso, com um sincronizado, que tem as três coisas, e com dois aos quais falta uma. Também executa um loop que lê a perda a cada passo, e outro que a lê uma só vez.
prediction = O cronômetro ingênuo para quando o último produto está enfileirado. Quanto do tempo que o trabalho leva ele mostra?
prediction-little = menos de um centésimo
prediction-tenth = de um centésimo a um décimo
prediction-part = de um décimo a nove décimos
prediction-all = quase tudo
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $naiveShare }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $naiveShare }, ou seja, { $measured }.
why-low = Se você supôs quase nada, note que cada chamada ainda custa ao front-end alguns microssegundos, e que neste dispositivo os produtos não demoram tanto mais.
why-high = Se você supôs que o cronômetro inclui o trabalho, note que cada chamada só escreve uma operação na fila; nada fez o programa esperar por ela.

n-help = Automático: o trabalho leva muito tempo em comparação com o aviso do seu fim.
repetitions = Produtos
seed-help = A mesma semente gera as mesmas matrizes.

way-naive = ingênuo: sem barreira no fim
way-right = sincronizado, com aquecimento
way-queued = sem barreira antes do início
way-cold = sem aquecimento
way-device = pelo relógio do próprio dispositivo
way-once = perda lida uma vez
way-each = perda lida a cada passo

column-time = tempo
column-error = em relação ao modo certo

found = O cronômetro ingênuo mostra { $naive } para um trabalho que leva { $right }: { $naiveShare } dele. Sem barreira antes do início, um cronômetro mostra { $queuedTimes } o que o trabalho leva, e sem aquecimento { $coldTimes }.
found-more = Pelo relógio do próprio dispositivo, o trabalho leva { $device }, que é { $deviceShare } do tempo sincronizado; o resto é enfileirar, e o aviso do fim. Um loop que lê a perda a cada passo leva { $eachTimes } o tempo de um que a lê uma vez.
found-untimed = O cronômetro ingênuo mostra { $naive } para um trabalho que leva { $right }: { $naiveShare } dele. Sem barreira antes do início, um cronômetro mostra { $queuedTimes } o que o trabalho leva, e sem aquecimento { $coldTimes }.
found-untimed-more = Este dispositivo não cronometra o seu trabalho, então o tempo sincronizado é um limite superior: contém o aviso do fim, que leva { $floor } para quase nenhum trabalho. Um loop que lê a perda a cada passo leva { $eachTimes } o tempo de um que a lê uma vez.
disagrees = O cronômetro ingênuo mostra aqui quase todo o tempo: { $naive } de { $right }. Enfileirar leva tanto quanto o trabalho. Escolha um n maior.
disagrees-more = Sem barreira antes do início, um cronômetro mostra { $queuedTimes } o que o trabalho leva, e sem aquecimento { $coldTimes }.
coarse = Não se pode dizer: o trabalho leva { $right }, mas este navegador leva { $floor } para dar por concluído até quase nenhum trabalho. Escolha um n maior, ou mais produtos.

axis-timers = tempo que cada cronômetro mostra, escala log
axis-reads = tempo do loop
caption-timers = Os mesmos { $repetitions } produtos de matrizes aleatórias { $n }×{ $n } por cada cronômetro: medianas e quartis. “≤”: conforme a conclusão detectada, portanto no máximo.
summary-timers = O cronômetro ingênuo mostra { $naive }, o sincronizado { $right }; sem barreira antes do início { $queued }, sem aquecimento { $cold }.
caption-reads = Um loop de { $repetitions } passos que acumula a sua perda, a média de um produto: lida como número a cada passo, ou uma vez no fim.
summary-reads = Lida a cada passo, o loop leva { $each }; lida uma vez, { $once }.
caption-trace = O trabalho como gravado uma vez, com uma barreira no fim. O cronômetro ingênuo para no fim da faixa do front-end.

measure-naive = cronômetro ingênuo
measure-right = cronômetro sincronizado
measure-naiveShare = ingênuo / sincronizado
measure-queuedTimes = sem barreira antes do início / sincronizado
measure-coldTimes = sem aquecimento / sincronizado
measure-eachTimes = perda lida a cada passo / uma vez
vary-more = O dobro de produtos
look-more = O dobro de chamadas, o dobro de trabalho. Olhe os dois cronômetros: quanto cresce cada um?
vary-tiny = Matrizes minúsculas (n = 8)
look-tiny = Não há quase nada a calcular. Olhe o cronômetro ingênuo: ele erra menos? Olhe o loop que lê a perda a cada passo: pelo que ele espera?
vary-cpu = Na CPU
look-cpu = Aqui a CPU também tem uma fila. Olhe a fração que o cronômetro ingênuo mostra.
