### Primeiro na fila, depois concluído

title = Primeiro na fila, depois concluído
question = Em quanto tempo as suas operações estão na fila, e em quanto tempo o resultado delas é impresso?

introduction = Três chamadas criam uma matriz de números aleatórios, multiplicam-na por si mesma e somam todos os elementos do produto. Um relógio é lido quando as três chamadas voltam e outra vez quando a soma foi impressa.
prediction = Que parte do tempo até a soma ser impressa cabe às três chamadas?
prediction-most = mais da metade
prediction-part = de 10 a 50 %
prediction-little = de 1 a 10 %
prediction-next = menos de 1 %
prediction-right = A sua previsão foi “{ $predicted }”. Medido: { $part }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $part }, ou seja, { $measured }.
why-low = Um palpite baixo assim supõe que as chamadas não custam nada. Cada uma ainda verifica formas e escreve algumas palavras na fila, o que para uma matriz deste tamanho é boa parte do tempo.
why-high = Um palpite alto assim supõe que as chamadas calculam. Elas só enfileiram. O tempo passa na impressão, que precisa do valor e por isso espera por tudo de que ele depende.

way-queued = até enfileirar
way-printed = até imprimir
line-queued = operações na fila
line-printed = operações concluídas
table-note = O capítulo executa isto com 2000×2000 e não imprime tempos.

found = As três operações estavam na fila após { $queued }; a soma foi impressa após { $printed }. Para o front-end, { $free } desse tempo foi a espera que se esconde na impressão.
disagrees = Aqui o próprio enfileiramento toma boa parte do tempo: { $queued } dos { $printed } até a soma ser impressa. A matriz é pequena demais para ficar para trás. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: a soma foi impressa { $wait } depois de as operações estarem na fila, mas este navegador precisa de { $floor } para avisar que uma fila vazia está concluída. Escolha um n maior.
axis-bars = tempo, escala log
caption-bars = Até enfileirar e até imprimir, n = { $n }: medianas e quartis (rodadas: { $rounds }).
summary-bars = Na fila após { $queued }, impresso após { $printed }.
caption-trace = Uma rodada gravada, n = { $n }; a barra hachurada é a espera dentro da impressão.

measure-wait = espera escondida na impressão
measure-free = parte dessa espera
