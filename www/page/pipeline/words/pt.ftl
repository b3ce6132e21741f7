### O modelo do capítulo como dois cronogramas: esperar por cada resultado e esperar uma vez.

name = Um pipeline: um loop de n operações, com dois cronogramas
mode-each = Esperar a cada vez:
mode-once = Esperar uma vez:
lane-frontend = front-end
lane-backend = back-end
lane-device = dispositivo
cost-t1 = $t1$ enfileirar
cost-t2 = $t2$ executar
cost-t3 = $t3$ devolver
cost-n = $n$ operações
show = Cronogramas mostrados
show-both = ambos
show-each = esperar a cada vez
show-once = esperar uma vez
idle-each = dispositivo ocioso { $device }; seu programa espera { $frontend }
idle-once = dispositivo ocioso { $device }; seu programa fica livre por { $frontend }
path-device = A linha grossa é o caminho crítico, que decide o tempo de esperar uma vez: um enfileiramento, todas as execuções, uma devolução. O dispositivo é o gargalo, e o custo de enfileirar fica escondido.
length-device = O seu comprimento: $t1 + n·t2 + t3$.
path-frontend = A linha grossa é o caminho crítico, que decide o tempo de esperar uma vez: todos os enfileiramentos, a última execução, uma devolução. O front-end é o gargalo, e o dispositivo fica ocioso entre as operações.
length-frontend = O seu comprimento: $n·t1 + t2 + t3$.
path-each = A linha grossa é o caminho crítico, que decide o tempo: cada etapa de cada operação. Nada se sobrepõe.
length-each = O seu comprimento: $n·(t1 + t2 + t3)$.
caption = Um modelo, não uma medição. Arraste as barras ou os controles. Uma execução de “Melhorar a computação” mede os custos reais no seu dispositivo.
caption-measured = Um modelo do loop com os custos que esta execução mediu, não uma gravação. Arraste um custo para ver qual deles importa.
thin = Barras finas demais para ver são desenhadas mais largas.
summary = Esperar a cada vez leva { $each }, e o dispositivo fica ocioso por { $eachIdle }. Esperar uma vez leva { $once }, e o dispositivo fica ocioso por { $onceIdle }. { $path }
