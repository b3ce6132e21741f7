### Melhorar a computação: três custos

title = Melhorar a computação: três custos
question = Quanto tempo leva um loop de n operações, esperando por cada uma ou uma só vez no final, e três números bastam para prever isso?

introduction = Uma operação tem três custos: $t1$, o front-end a enfileira; $t2$, o dispositivo a executa; $t3$, o back-end devolve o resultado. Dois loops somam 1 a x, $n$ vezes: um espera por cada resultado, o outro espera uma vez, no fim. Arraste os custos no modelo e veja de que depende cada loop. Depois os três custos são medidos no seu dispositivo, separados dos loops que devem prever.
prediction = Quanto tempo leva o loop mais longo quando se espera por cada y, comparado com esperar uma só vez?
prediction-same = menos do dobro do tempo
prediction-few = de 2 a 10 vezes o tempo
prediction-tens = de 10 a 100 vezes o tempo
prediction-hundreds = mais de 100 vezes o tempo
prediction-right = A sua previsão foi “{ $predicted }”. Medido com n = { $n }: { $ratio }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido com n = { $n }: { $ratio }, ou seja, { $measured }.
why-low = Um palpite baixo assim esquece que esperar a cada vez paga $t3$ em cada rodada e que nada se sobrepõe: front-end, dispositivo e devolução se revezam.
why-high = Um palpite alto assim supõe que esperar uma vez torna o dispositivo mais rápido. Isso só esconde $t1$ e $t3$; cada operação ainda leva $t2$ no dispositivo.

preset-course = como no livro, n até 1.000
preset-course-large = como no livro, n até 10.000
most = Loop mais longo que espera a cada vez
calibrating = busca de um tamanho adequado a este dispositivo: { $n }×{ $n }
side = Lado de x
side-help = x é uma matriz quadrada.
slower = Front-end mais lento, µs
slower-help = Somados a cada enfileiramento por um loop que gira à toa: faz as vezes de uma linguagem mais lenta. Quando passa de t2 − t1, o back-end fica sem trabalho.
t1 = t1 do dispositivo simulado, µs
t1-help = Só nele: os outros dispositivos são medidos.
t2 = t2 do dispositivo simulado, µs
t2-help = Só nele.
t3 = t3 do dispositivo simulado, µs
t3-help = Só nele.

timing-cost = rodada { $round } de { $rounds }: o custo { $cost }
timing-loop = rodada { $round } de { $rounds }: n = { $n }, { $way }
timing-bend = rodada { $round } de { $rounds }: front-end mais lento em { $slower }

way-each = esperar a cada vez
way-once = esperar uma vez
way-t1 = t1, o front-end enfileira
way-t2 = t2, o back-end executa
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
line-error = erro da previsão: { $error } na mediana, { $worst } no pior caso (n = { $worstAt })
line-bend = front-ends mais lentos, erro da previsão: { $bendError } na mediana; joelho esperado em { $bendAt }

column-n = n
column-each = a cada vez, ms
column-each-model = modelo, ms
column-each-error = erro
column-once = uma vez, ms
column-once-model = modelo, ms
column-once-error = erro
caption = Medianas (rodadas: { $rounds }) e o que diz o modelo
table-note = t1: enfileirar { $long } operações, por operação. t2: o que cada operação acrescenta entre lotes de { $short } e de { $long }, com o front-end sem atraso; se ainda assim o front-end for o mais lento, a média do que o dispositivo cronometrou, ou apenas um limite superior onde ele nada cronometra. t3: o que sobra de uma operação por que se espera isoladamente, em média de { $lone }. Loops de { $short } e de { $long } não estão na figura. Loops com menos de 20 são executados várias vezes seguidas, e a média deles é uma amostra.

found = O modelo prevê os dois loops com erro de { $error } na mediana e de { $worst } no pior caso, com $t1$ = { $t1 }, $t2$ = { $t2 } e $t3$ = { $t3 }. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }: $t3$ é pago uma só vez, e o enfileiramento acontece durante o trabalho.
found-frontend = Aqui o mais lento é o front-end: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }; o back-end fica sem trabalho, e o loop leva o tempo do seu enfileiramento. O modelo prevê os dois loops com erro de { $error } na mediana e de { $worst } no pior caso.
found-frontend-more = Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
found-backend = O mais lento é o back-end: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. O modelo prevê os dois loops com erro de { $error } na mediana e de { $worst } no pior caso.
found-backend-more = Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }. Do que esperar uma vez poupa com $n$ = { $n }, { $savedReturn } são resultados que não é preciso devolver, e { $savedOverlap }, o mais curto entre enfileirar e executar, feito ao lado do mais longo.
found-even = Enfileirar e executar levam mais ou menos o mesmo: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }. O modelo prevê os dois loops com erro de { $error } na mediana e de { $worst } no pior caso.
found-even-more = Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
found-limits = O mais lento é o front-end, ou os dois são quase iguais. A velocidade do back-end só pode ser limitada: este dispositivo não cronometra as suas operações. Portanto $t1$ = { $t1 }, $t2$ { $t2 } e $t3$ { $t3 }; juntos, $t2$ e $t3$ levam { $rest }.
found-limits-more = Os dois loops dependem só do que se conhece: o modelo os prevê com erro de { $error } na mediana e de { $worst } no pior caso. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
uneven = Irregular demais para concluir: outra coisa ocupava esta máquina, e o mesmo loop levou de { $low } a { $high } em metade central das rodadas. Execute de novo com a máquina desocupada, ou com mais rodadas.
uneven-more = Os custos mudaram enquanto eram medidos, e por isso o modelo erra em { $error } na mediana e em { $worst } no pior caso. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
disagrees = Aqui o modelo falha: erra em { $error } na mediana e em { $worst } no pior caso, com $n$ = { $worstAt }, para $t1$ = { $t1 }, $t2$ = { $t2 } e $t3$ = { $t3 }.
disagrees-more = Nele não cabe o que as operações dividem entre si: muitas pagam juntas um só envio, e uma isolada paga sozinha; e os fins só são vistos quando o navegador olha. Com $n$ = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }.
distortion-looks = A conclusão de uma operação isolada é detectada em até { $soon } num quarto dos casos, e só após { $late } em outro quarto: este navegador só procura trabalho concluído de vez em quando. Por isso $t3$ não é aqui um número único, e um só número não prevê loops que não durem mais do que alguns milissegundos.
distortion-crowd = Para front-ends mais lentos, o loop só é previsto com erro de { $bendError }: um front-end que mantém um núcleo ocupado toma tempo do back-end e do dispositivo onde dividem o processador; $t2$ cresce com isso, e um pouco do enfileiramento aparece.
coarse = Curto demais para medir com confiança aqui: os loops mais curtos levam apenas uns poucos passos deste relógio. Arrays maiores (lado) levam mais tempo. Medido mesmo assim: $t1$ = { $t1 }, $t2$ = { $t2 }, $t3$ = { $t3 }.
coarse-looks = Curto demais para medir com confiança aqui: este navegador só dá por concluída até uma fila vazia após { $floor }, e ao lado disso as operações dos loops não aparecem. Use outro navegador ou arrays maiores (lado).
axis-n = n, escala log
axis-time = tempo, escala log
caption-loops = y = x + 1, n vezes, x de { $side }×{ $side }: pontos medidos (medianas e quartis; rodadas: { $rounds }), linhas previstas a partir de t1, t2 e t3.
summary-loops = Com n = { $n }, esperar a cada vez levou { $each } e esperar uma vez, { $once }. O modelo erra em { $error } na mediana.
axis-slower = somado por enfileiramento
axis-bend = tempo de { $bent } operações, esperar uma vez
rule-bend = t1 = t2
caption-bend = O mesmo loop com front-ends cada vez mais lentos, que entregam cada operação de imediato. À esquerda da linha pontilhada, o back-end é o mais lento e esconde o enfileiramento; à direita dela, só o enfileiramento conta.
summary-bend = O modelo espera que o tempo comece a subir quando { $bendAt } são acrescentados a cada enfileiramento; erra em { $bendError } na mediana.

measure-error = erro do modelo, mediana
measure-worst = erro do modelo, pior caso
measure-each = loop mais longo, esperar a cada vez
measure-once = o mesmo loop, esperar uma vez
measure-ratio = a cada vez / uma vez
