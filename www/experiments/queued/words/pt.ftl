### Primeiro na fila, depois concluído

title = Primeiro na fila, depois concluído
question = Quanto tempo passa até as suas operações estarem na fila, e quanto até o resultado ser impresso?

introduction = Três chamadas criam uma matriz de números aleatórios, multiplicam-na por si mesma e somam todos os elementos do produto. O laboratório lê um relógio quando as três chamadas já voltaram, e outra vez quando a soma foi impressa.
prediction = Do tempo até a soma ser impressa, que parte cabe às três chamadas?
prediction-most = mais da metade
prediction-part = de 10 a 50 %
prediction-little = de 1 a 10 %
prediction-next = menos de 1 %
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $part }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $part }, ou seja, { $measured }.
why-low = Se você supôs que as chamadas não custam nada, note que cada uma ainda verifica formas e escreve algumas palavras na fila. Para uma matriz deste tamanho, isso é boa parte do tempo.
why-high = Se você supôs que as chamadas calculam, note que elas só enfileiram. O tempo passa em `print`, que precisa do valor e por isso espera por tudo de que ele depende.

way-queued = até enfileirar
way-printed = até imprimir
line-queued = operações na fila
line-printed = operações concluídas
table-note = O capítulo executa isto com 2000×2000 e não imprime tempos.

found = As três operações estavam na fila após { $queued }; a soma foi impressa após { $printed }. A impressão teve de esperar pela soma: essa espera oculta levou { $free } do tempo.
disagrees = Aqui o próprio enfileiramento toma boa parte do tempo: { $queued } dos { $printed } até a soma ser impressa. A matriz é tão pequena que o dispositivo acompanha o front-end. Escolha um n maior.
coarse = Curto demais para medir com confiança aqui: a soma foi impressa { $wait } depois de as operações estarem na fila, mas este navegador precisa de { $floor } para avisar que mesmo quase nenhum trabalho está concluído. Escolha um n maior.
axis-bars = tempo, escala log
caption-bars = Até enfileirar e até imprimir, n = { $n }: medianas e quartis (rodadas: { $rounds }).
summary-bars = Na fila após { $queued }, impresso após { $printed }.
caption-trace = Uma rodada gravada, n = { $n }; a barra hachurada é a espera dentro da impressão.

measure-wait = espera escondida na impressão
measure-free = parte dessa espera
measure-queued = até estar na fila
measure-printed = até estar impresso

vary-double = Dobrar n
look-double = O produto é oito vezes o trabalho. Observe o tempo até enfileirar: ele muda?
vary-tiny = Matriz minúscula (n = 16)
look-tiny = Quase não há o que calcular. Observe o tempo que a impressão ainda leva: a maior parte é a espera pelo aviso do navegador.
vary-cpu = No dispositivo CPU
look-cpu = A fila é a mesma, o dispositivo é outro. Observe qual dos dois tempos depende do dispositivo.
