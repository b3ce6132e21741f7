### Melhorar a computação: três custos

title = Melhorar a computação: três custos
question = Três números preveem quanto leva um loop, esperando por cada resultado ou uma só vez no fim?

introduction = Uma operação tem três custos em tempo: $t1$, para o front-end enfileirá-la; $t2$, para o dispositivo executá-la; $t3$, para o back-end devolver o resultado. Dois loops calculam y = x + 1, $n$ vezes. Um espera por cada y; o outro espera uma vez, no fim. A execução mede os três custos isoladamente. A partir deles, um modelo prevê o tempo dos dois loops, que a execução também mede. Depois da execução, arraste os custos no modelo que aparece abaixo e veja de quais deles cada loop depende.
prediction = Com o maior n, esperar por cada y leva quantas vezes o tempo de esperar uma só vez?
prediction-same = menos do dobro do tempo
prediction-few = de 2 a 10 vezes o tempo
prediction-tens = de 10 a 100 vezes o tempo
prediction-hundreds = mais de 100 vezes o tempo
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido com n = { $n }, { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido com n = { $n }: { $ratio }, ou seja, { $measured }.
why-low = Se você esperava menos, note que esperar a cada vez paga $t3$ em cada operação e que nada se sobrepõe: front-end, dispositivo e devolução se revezam.
why-high = Se você supôs que esperar uma vez torna o dispositivo mais rápido, note que assim se paga $t3$ uma só vez, e o menor entre $t1$ e $t2$ fica escondido atrás do maior; cada operação ainda leva $t2$ no dispositivo.

preset-course = como no livro, n até 1.000
preset-course-large = como no livro, n até 10.000 (uma rodada: sem intervalo)
most = Maior n, esperando a cada vez
calibrating = busca de um tamanho adequado a este dispositivo: { $n }×{ $n }
side = Lado de x
side-help = x é uma matriz quadrada.
slower = Front-end mais lento, µs
slower-help = Tempo que um loop ocupado acrescenta a cada enfileiramento, como faria uma linguagem mais lenta. A partir de que valor o loop que espera uma vez demora mais?
t1 = t1 do dispositivo simulado, µs
t1-help = Usado só por ele. Nos outros dispositivos, t1 é medido.
t2 = t2 do dispositivo simulado, µs
t2-help = Usado só por ele.
t3 = t3 do dispositivo simulado, µs
t3-help = Usado só por ele.

timing-cost = rodada { $round } de { $rounds }: o custo { $cost }
timing-loop = rodada { $round } de { $rounds }: n = { $n }, { $way }
timing-bend = rodada { $round } de { $rounds }: front-end mais lento em { $slower }

way-each = esperar a cada vez
way-once = esperar uma vez
way-t1 = t1, o front-end enfileira
way-t2 = t2, o dispositivo executa
way-t3 = t3, o resultado é devolvido
way-single = uma operação, com espera
model-each = n·(t1 + t2 + t3)
model-once = t1 + n·t2 + t3
model-dry = n·t1 + t2 + t3
model-chapter = como no capítulo
model-bend = modelo
line-costs = t1 = { $t1 }, t2 = { $t2 }, t3 = { $t3 }
line-each = síncrono, n = { $n }
line-once = assíncrono, n = { $n }
line-error = loops que esperam uma vez, erro da previsão: { $error } na mediana, { $worst } no pior caso (n = { $worstAt })
line-bend = front-ends mais lentos, erro da previsão: { $bendError } na mediana; o tempo deve subir a partir de { $bendAt } a mais por enfileiramento

column-n = n
column-each = a cada vez, ms
column-each-model = modelo, ms
column-each-error = erro
column-once = uma vez, ms
column-once-model = modelo, ms
column-once-error = erro
caption = Medianas (rodadas: { $rounds }) e previsões do modelo
table-note = Aqui, $t3$ é sobretudo do navegador: contém a latência de notificação. Uma espera nativa, como `torch.cuda.synchronize()`, costuma custar bem menos; por isso, lá também custa menos esperar por cada resultado.

found = Os três custos preveem os loops que esperam uma vez: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. Sobre todos os $n$, o modelo erra em { $error } na mediana e em { $worst } no pior caso. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }: esperar uma vez paga $t3$ uma só vez, e enfileirar se sobrepõe ao trabalho do dispositivo.
found-frontend = Aqui o gargalo é o front-end: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. O dispositivo fica sem trabalho, e o loop leva o tempo do seu enfileiramento. Eles são ajustados. Previstos a partir deles, os loops que esperam uma vez ficam a { $error } na mediana e a { $worst } no pior caso.
found-frontend-more = Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
found-backend = Aqui o gargalo é o back-end ou o dispositivo ($t2$ é o trabalho de ambos): $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. Eles são ajustados. Previstos a partir deles, os loops que esperam uma vez ficam a { $error } na mediana e a { $worst } no pior caso.
found-backend-more = Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }. Pelo modelo, esperar uma vez poupa { $savedReturn } porque os resultados não são devolvidos a cada vez, e { $savedOverlap } porque enfileirar e executar se sobrepõem.
found-even = O front-end e o dispositivo são mais ou menos igualmente rápidos: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. Eles são ajustados. Previstos a partir deles, os loops que esperam uma vez ficam a { $error } na mediana e a { $worst } no pior caso.
found-even-more = Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
found-limits = O gargalo é o front-end, ou os dois são quase iguais. Este dispositivo não cronometra as suas operações; por isso, de $t2$ e $t3$ só se conhecem limites: $t1$ = { $t1 }, $t2$ { $t2 }, $t3$ { $t3 }; juntos, $t2$ e $t3$ levam { $rest }.
found-limits-more = Nenhum dos loops depende de como essa soma se divide entre $t2$ e $t3$: previstos a partir de $t1$ e da soma, os loops que esperam uma vez ficam a { $error } na mediana e a { $worst } no pior caso. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
uneven = Os tempos variam demais para concluir: do mesmo loop só se sabe que o valor central está entre { $low } e { $high }. Execute de novo com a máquina desocupada, ou com mais rodadas.
uneven-more = Os custos mudaram enquanto eram medidos, e por isso o modelo erra em { $error } na mediana e em { $worst } no pior caso. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
uneven-cost = Os tempos variam demais para concluir: de $t2$ só se sabe { $t2 }. Execute de novo com a máquina desocupada, ou com mais rodadas.
unsteady = As rodadas variam demais para dizer se o gargalo é o front-end ou o que vem depois dele: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. Execute de novo com a máquina desocupada, ou com mais rodadas.
unsteady-model = As rodadas variam demais para dizer se os três custos preveem os loops que esperam uma vez: o erro mediano é de { $error }. Execute de novo com a máquina desocupada, ou com mais rodadas.
disagrees = Aqui o modelo falha: nos loops que esperam uma vez, aos quais não foi ajustado, erra em { $error } na mediana e em { $worst } no pior caso, com $n$ = { $worstAt }, para $t1$ = { $t1 }, $t2$ = { $t2 } e $t3$ = { $t3 }.
disagrees-more = O modelo deixa de fora dois efeitos, que podem ser a causa. Muitas operações dividem o custo de um envio, enquanto uma operação isolada o paga sozinha. E o navegador só procura trabalho concluído de vez em quando. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
disagrees-bend = O modelo prevê os loops que esperam uma vez com erro de { $error } na mediana, com $t1$ = { $t1 }, $t2$ = { $t2 } e $t3$ = { $t3 }, mas não o que custam front-ends mais lentos: aí erra em { $bendError } na mediana.
distortion-looks = A conclusão de uma operação isolada é detectada em até { $soon } num quarto dos casos, e só após { $late } em outro quarto, porque este navegador só procura trabalho concluído de vez em quando. Por isso $t3$ não é um número único aqui e não pode prever loops de poucos milissegundos ou menos.
distortion-crowd = Com front-ends mais lentos, o erro da previsão é de { $bendError }. Neles cada operação vai em um envio só dela, o que pode levar mais tempo. Além disso, um front-end que mantém um núcleo ocupado toma tempo do back-end e do dispositivo se eles dividem o processador. Nos dois casos $t2$ cresceria.
coarse = Curto demais para medir com confiança aqui: os loops mais curtos levam apenas uns poucos passos deste relógio. Escolha arrays maiores (lado de x).
coarse-looks = Curto demais para medir com confiança aqui: este navegador leva { $floor } só para informar que uma fila vazia terminou, e as operações dos loops levam menos que isso. Use outro navegador ou arrays maiores (lado de x).
axis-n = n, escala log
axis-time = tempo, escala log
caption-loops = y = x + 1, n vezes, x de { $side }×{ $side }: pontos medidos (medianas e quartis; rodadas: { $rounds }), linhas previstas a partir de t1, t2 e t3.
summary-loops = Com n = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }. O modelo erra em { $error } na mediana.
axis-slower = somado por enfileiramento
axis-bend = tempo de { $bent } operações, esperar uma vez
rule-bend = t1 = t2
caption-bend = O loop que espera uma vez, com front-ends cada vez mais lentos. Cada operação é entregue assim que é enfileirada. À esquerda da linha pontilhada, o gargalo é o back-end ou o dispositivo, e o custo de enfileirar fica escondido: enquanto há operações na fila, a velocidade do front-end quase não importa. À direita dela, o gargalo é o front-end, e só o custo de enfileirar conta. A condição do capítulo para a fila cheia é n·t2 > (n − 1)·t1: n execuções levam mais que n − 1 enfileiramentos. Com muitas operações, isso é t2 ≥ t1, a linha pontilhada.
summary-bend = O modelo espera que o tempo comece a subir quando { $bendAt } são acrescentados a cada enfileiramento; erra em { $bendError } na mediana.

measure-error = erro do modelo, mediana
measure-worst = erro do modelo, pior caso
measure-each = loop mais longo, esperar a cada vez
measure-once = loop mais longo, esperar uma vez
measure-t1 = t1, enfileirar
measure-t2 = t2, executar
measure-t3 = t3, devolver
measure-ratio = a cada vez / uma vez

vary-slower = Um front-end mais lento
look-slower = Observe o loop que espera uma vez. Agora $t1$ é maior que $t2$: a fila continua cheia?
vary-tiny = Operações minúsculas (x de 1×1)
look-tiny = O dispositivo tem um só número a somar. Observe $t2$ ao lado de $t1$ e $t3$: que parte de uma operação é cálculo, e que parte é agendamento, isto é, enfileirar, enviar e devolver?
vary-double = Dobrar o lado de x
look-double = Quatro vezes mais elementos. Observe qual dos três custos cresce e quão perto os dois loops ficam um do outro.
