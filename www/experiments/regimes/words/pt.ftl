### O roofline

# Mostrado antes de o experimento ser aberto.
title = O roofline: o que limita uma operação
question = Aritmética, memória ou sobrecarga: qual das três consome o tempo da sua operação?

introduction = Uma operação calcula (FLOP: somas e multiplicações), move bytes entre o dispositivo e a sua memória e tem uma sobrecarga, que é a mesma seja o que for que ela calcule. Um dispositivo tem uma taxa para cada uma das três coisas. No modelo roofline, uma operação leva o tempo de que precisa a mais lenta delas; é essa que a limita: é o seu regime. O laboratório mede as três taxas deste dispositivo com as suas próprias operações. Depois cronometra a sua e compara. A intensidade aritmética de uma operação são os seus FLOP por byte. `exp` e `tanh` contam como um FLOP por elemento, tal como uma soma.
prediction = Qual das três limita a sua operação neste tamanho?
prediction-compute = a aritmética (limitada por computação)
prediction-bytes = a memória (limitada por largura de banda)
prediction-overhead = a sobrecarga (limitada por sobrecarga)
prediction-right = A sua previsão foi “{ $predicted }”. Certo: isso leva { $by } o tempo da segunda das três.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $measured }. Isso leva { $by } o tempo da segunda das três.
why-low = Se você supôs que mais aritmética leva mais tempo, note que um dispositivo calcula muitos números enquanto a memória entrega um, e que um array de poucos números termina antes de a próxima operação poder começar.
why-high = Se você supôs que a memória ou a sobrecarga pesam mais, note que nenhuma das duas cresce tão depressa quanto a aritmética: num produto de matrizes n×n os bytes crescem como n², e a aritmética como n³.

operation = A sua operação
operation-tanh = tanh de cada elemento
operation-add = uma soma
operation-chain = uma cadeia de oito operações
operation-fused = a mesma cadeia, compilada
operation-product = um produto de matrizes
operation-layers = 120 camadas minúsculas
operation-replayed = as mesmas camadas, compiladas
preset-product = um produto de matrizes
preset-fused = uma cadeia compilada
preset-layers = muitas camadas minúsculas
n = Tamanho n
n-help = A operação trabalha com arrays n×n. Automático: do tamanho de que o dispositivo precisa, e 16 para as camadas.
largest = Maior lado a tentar
largest-help = Arrays menores podem ficar numa cache, que é mais rápida que a memória.
loop = Duração de um loop em ms
loop-help = Cada tempo é um loop longo menos um curto, por operação. Loops mais longos dão tempos mais certos.

calibrating-work = procurando um loop adequado: { $operation }, n = { $n }
timing-work = rodada { $round } de { $rounds }: { $operation }

way-own = a sua operação
way-tiny = uma soma de um número
way-add = uma soma
way-exp = exp
way-tanh = tanh
way-chain = uma cadeia de oito
way-fused = a cadeia, compilada
way-product = produto de matrizes
way-layers = 120 camadas, operação por operação
way-replayed = 120 camadas, compiladas e repetidas

column-operation = operação
column-n = n
column-intensity = FLOP/B
column-time = tempo
column-rate = aritmética feita
column-regime = limitada por
column-by = vezes a segunda
regime-compute = aritmética
regime-bytes = memória
regime-overhead = sobrecarga
regime-uncounted = aritmética
regime-open = não decidido
regime-other = nenhuma das três

found = A sua operação é { $regime ->
        [compute] limitada por computação
        [bytes] limitada por largura de banda
       *[overhead] limitada por sobrecarga
    }. Ela leva { $time }: sozinhos, a aritmética precisa de { $compute }, os bytes de { $bytes } e a sobrecarga de { $overhead }. { $regime ->
        [compute] Só menos aritmética, ou um modo mais rápido de fazê-la, ajuda.
        [bytes] A fusão com as vizinhas poupa bytes; menos aritmética não poupa nada.
       *[overhead] Ajudam lotes maiores, e compilar muitas operações em menos.
    }
found-more = Este dispositivo faz { $arithmetic } num produto, move { $bandwidth } e precisa de { $cost } para uma operação de um número. Abaixo de { $ridge } limita a memória, acima limita a aritmética. No mesmo array grande, `tanh` leva { $tanh } o tempo de uma soma. Compilada, a cadeia de oito tem { $fusing } a velocidade, e as 120 camadas minúsculas têm { $replaying } a velocidade.
found-uncounted = A sua operação é limitada por computação. Ela leva { $time }, { $fit } o tempo que os seus bytes e a sua sobrecarga explicam; uma soma tem os mesmos bytes. O resto é a sua aritmética, da qual aqui se conta um FLOP por elemento.
found-uncounted-more = Este dispositivo faz { $arithmetic } num produto, move { $bandwidth } e precisa de { $cost } para uma operação de um número. No mesmo array grande, `tanh` leva { $tanh } o tempo de uma soma. Compilada, a cadeia de oito tem { $fusing } a velocidade, e as 120 camadas minúsculas têm { $replaying } a velocidade.
disagrees = Nenhuma das três explica a sua operação. Ela leva { $time }, que é { $fit } o tempo do modelo: os bytes precisam de { $bytes }, a aritmética de { $compute } e a sobrecarga de { $overhead }. Uma cache torna uma operação mais rápida que o modelo; threads de menos, ou um kernel que não convém ao tamanho, tornam-na mais lenta.
disagrees-more = Este dispositivo faz { $arithmetic } num produto, move { $bandwidth } e precisa de { $cost } para uma operação de um número.
unsteady = As rodadas não decidem o que limita a sua operação. Ela leva { $time }: sozinhos, a aritmética precisa de { $compute }, os bytes de { $bytes } e a sobrecarga de { $overhead }. Perto da cumeeira duas são parecidas: escolha um n maior ou menor. Senão, ajudam mais rodadas e uma máquina ociosa.
coarse = Não se pode dizer: este navegador leva { $floor } para dar por concluído até quase nenhum trabalho, o que esconde as operações. Use outro navegador, ou escolha loops mais longos.

axis-intensity = intensidade aritmética, FLOP por byte
axis-rate = aritmética feita, FLOP/s
axis-n = n
axis-elementwise = tempo de cada operação no mesmo array
axis-layers = tempo de 120 camadas
curve-product = produtos de matrizes
curve-elementwise = soma; cadeia compilada
curve-layers = camadas minúsculas
curve-own = a sua operação
curve-roof = telhado
curve-model = telhado e sobrecarga
curve-peak = telhado à mão
caption-roofline = O roofline deste dispositivo, ambos os eixos em escala log: medianas e quartis. Na subida do telhado limita a memória, na parte plana limita a aritmética. O que fica muito abaixo do telhado é limitado por sobrecarga, ou por nenhuma das três. Tracejado: o que dois kernels escritos à mão alcançam, uma cópia e multiplicações com soma em registradores.
summary-roofline = O telhado sobe com { $bandwidth } até a cumeeira em { $ridge }, e é plano em { $arithmetic }.
caption-elementwise = Operações de aritmética diferente no mesmo array { $side }×{ $side }: medianas e quartis. A cadeia lê e escreve o array oito vezes; compilada, uma só.
summary-elementwise = tanh leva { $tanh } o tempo de uma soma; a cadeia leva { $fusing } o tempo de quando é compilada.
caption-layers = Uma rede de 120 camadas de 16 unidades: 360 operações uma a uma, ou compiladas e repetidas por um comando.
summary-layers = Operação por operação, as camadas levam { $replaying } o tempo de quando são repetidas.
caption-throughput = Produtos de matrizes n×n: aritmética feita por segundo em função de n. Os produtos pequenos ficam na linha tracejada abaixo do telhado, onde limita a sobrecarga.
summary-throughput = O maior produto, n = { $largest }, faz { $arithmetic }.

measure-time = a sua operação
measure-by = o que limita / o segundo
measure-bandwidth = bytes movidos
measure-arithmetic = aritmética feita
measure-cost = sobrecarga de uma operação
measure-ridge = cumeeira do telhado
line-peakArithmetic = aritmética feita por um kernel escrito à mão
line-peakBandwidth = bytes movidos por um kernel escrito à mão
vary-add = Uma soma em vez disso
look-add = Uma soma tem muito menos aritmética que `tanh`, com os mesmos bytes. Olhe o tempo: ele ficou menor?
vary-small = Arrays pequenos (n = 16)
look-small = Restam 256 números. Olhe o tempo, e o que limita agora: onde foram parar os bytes?
vary-product = Um produto em vez disso
look-product = Os bytes de um produto crescem como n², a sua aritmética como n³. Olhe onde ele fica sob o telhado.
