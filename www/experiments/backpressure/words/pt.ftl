### Contrapressão: quando a fila está cheia

title = Contrapressão: quando a fila está cheia
question = O que acontece quando se enfileira mais depressa do que o dispositivo trabalha, e quanto custa um limite?

introduction = Um front-end pode enfileirar mais rápido do que o dispositivo trabalha. A contrapressão limita a fila: só certo número de operações, ou de bytes de resultados, pode estar nela. No limite, o programa espera com `lab.room` até haver vaga. O mesmo loop é cronometrado com limites de uma operação a muitas.
prediction = Se a fila só tem vaga para uma operação, que parte do throughput com o maior limite resta?
prediction-same = mais de 70 %
prediction-half = de 30 a 70 %
prediction-tenth = de 3 a 30 %
prediction-hundredth = menos de 3 %
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $part }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $part }, ou seja, { $measured }.
why-low = Se você supôs que um dispositivo com fila curta fica ocioso quase o tempo todo, note que aqui uma operação demora muito em comparação com o tempo até o front-end saber que há vaga.
why-high = Se você supôs que o dispositivo encontra a próxima operação de imediato, note que, com uma só vaga, o front-end precisa primeiro saber que a operação está concluída e enfileirar a próxima; só então o dispositivo continua.

bound = Limite da fila, operações
bound-help = Para as figuras ao longo do tempo. O limite em bytes é o de metade desse número de resultados.
count = Operações
side = Lado da matriz
timing-bound = rodada { $round } de { $rounds }: limite { $bound }
overfilling = enchimento da fila até ela recusar
recording = gravação da profundidade da fila
way-loop-free = loop, sem limite
way-done-free = tudo concluído, sem limite
way-loop-bounded = loop, com limite
way-done-bounded = tudo concluído, com limite

column-bound = limite, operações
column-each = por operação, µs
column-low = 25 %, µs
column-high = 75 %, µs
column-rate = throughput
column-share = do maior limite
caption = Adições de matrizes { $side }×{ $side } com limites a partir de 1: medianas (rodadas: { $rounds })
table-note = O tempo de uma operação é o da execução inteira, até a conclusão de todas ter sido detectada, dividido pelo número delas. Uma execução tem 8 operações por vaga na fila, e nunca mais do que as escolhidas.
line-bound = limite { $bound }: { $rate }
line-depth = máximo na fila: { $deepestFree } sem limite, { $deepest } com limite de { $bound }; { $bytesMost } com limite de { $bytesBound }
line-refused = sem nunca ceder a vez: aceitas { $taken }, depois { $refusal }

axis-depth = operações na fila
axis-bytes = bytes dos seus resultados
axis-bound = limite da fila, operações, escala log
axis-rate = operações por segundo, escala log
curve-free = sem limite
curve-bounded = com limite
curve-rate = throughput
rule-bound = limite { $bound }
rule-enough = 90 % do maior limite
caption-depth = { $count } adições enfileiradas tão depressa quanto a fila as aceita: operações na fila (conclusão ainda não detectada) ao longo do tempo. Uma execução gravada de cada. “Sem limite” é um limite que nunca é atingido.
summary-depth = Sem limite, houve até { $deepestFree } operações na fila; com limite de { $bound }, no máximo { $deepest }.
caption-bytes = O mesmo com um limite em bytes: o tamanho total dos resultados de todas as operações na fila, estejam ou não na memória ao mesmo tempo.
summary-bytes = Sem limite, até { $bytesFree }; com limite de { $bytesBound }, no máximo { $bytesMost }.
caption-price = Throughput conforme o limite da fila: medianas e quartis (rodadas: { $rounds }). A partir da linha pontilhada, é de pelo menos 90 % do que há com o maior limite.
summary-price = Com vaga para uma operação, { $one }; com o maior limite, { $best }. Um limite de { $enough } basta para 90 % disso.

found = Sem limite, { $deepestFree } operações com { $bytesFree } de resultados se acumularam. Com limite de { $bound }, nunca houve mais de { $deepest }, e tudo estava concluído após { $done } em vez de { $doneFree }. Com vaga para uma só operação, o throughput é de { $one }, { $part } do que há com o maior limite ({ $best }).
found-more = Sem limite, o loop terminou após { $loopFree }; com o limite levou { $loop }, porque o front-end foi retido. Um limite custa pouco enquanto a fila continua funda o bastante: com vaga para { $enough } operações, o throughput é de pelo menos 90 % do que há com o maior limite. Um programa que nunca cede a vez recebeu um erro após { $taken } operações.
found-cheap = Com limite de { $bound }, nunca houve mais de { $deepest } operações na fila, onde sem limite { $deepestFree } se acumularam. Aqui até o menor limite custa pouco: com vaga para uma operação, { $one }; com o maior limite, { $best }.
found-cheap-more = Uma operação leva mais tempo do que o front-end precisa para saber que há vaga. Um programa que nunca cede a vez recebeu um erro após { $taken } operações.
disagrees = A fila nunca se encheu: mesmo sem limite, teve no máximo { $deepestFree } operações, e o limite é { $bound }. O dispositivo acompanha o front-end. Escolha matrizes maiores, mais operações ou um limite menor.
disagrees-more = Com vaga para uma operação, { $one }; com o maior limite, { $best }.
disagrees-bound = O limite não foi respeitado. A fila teve { $deepest } operações em vez de no máximo { $bound }, e { $bytesMost } de resultados em vez de no máximo { $bytesBound }. Um programa que nunca cede a vez pôde enfileirar { $taken } operações.
coarse = Curto demais para medir com confiança aqui: o fim das { $count } operações veio após { $doneFree }, e mesmo quase nenhum trabalho leva { $floor } para ser dado por concluído. Escolha mais operações.

measure-deepestFree = máximo na fila, sem limite
measure-deepest = máximo na fila, com limite
measure-done = até tudo estar pronto, com limite
measure-one = throughput, vaga para uma operação
measure-best = throughput, maior limite
measure-part = vaga para uma, parte do maior limite
measure-enough = limite que basta para 90 %

vary-tight = Um quarto do limite
look-tight = Observe a profundidade da fila e o tempo até tudo terminar: quão pequeno pode ser o limite antes de o dispositivo ficar ocioso?
vary-more = Dobro de operações
look-more = Observe as duas curvas: qual das filas cresce com o número de operações?
vary-larger = Matrizes 4 vezes mais largas
look-larger = Cada operação leva mais tempo. Observe o throughput com lugar para uma só: está mais perto do melhor?
