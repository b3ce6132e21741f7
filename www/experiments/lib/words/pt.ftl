### O que os experimentos dizem em comum; cada um acrescenta as suas mensagens e pode substituir estas.

preset-auto = automático
preset-course = como no livro
n = Tamanho n da matriz
rounds = Rodadas
rounds-help = Quantas vezes cada modo é cronometrado. Os modos são executados em alternância.
seed = Semente
seed-help = A mesma semente gera os mesmos números.

# Machines that are modelled, each with a browser.
machine = { $machine }, { $browser }
machine-phone = celular
machine-laptop-integrated = notebook com GPU integrada
machine-laptop-apple = notebook da Apple
machine-gaming-card = GPU para jogos
machine-data-centre-card = GPU de data center
machine-software-adapter = adaptador de software (sem GPU)
browser-chrome = Chrome
browser-firefox = Firefox
browser-firefox-unnudged = Firefox, que só olha a cada 100 ms
browser-safari = Safari
not-printed = (Desconhecido: um dispositivo simulado ou modelado não calcula valores, e uma gravação antiga não diz o que foi impresso.)
line-ended = pelo relógio do próprio dispositivo, na rodada gravada, o trabalho terminou { $ended } depois da última operação enfileirada

connecting = conexão
calibrating = busca de um tamanho adequado a este dispositivo: n = { $n }
warming = aquecimento
timing = rodada { $round } de { $rounds }: { $way }
recording = gravação de uma rodada para a figura

column-way = modo
column-median = mediana, ms
column-low = 25 %, ms
column-high = 75 %, ms
column-rounds = rodadas
column-printed = impresso no livro
caption = Os tempos medidos (rodadas: { $rounds }). “±” e “(a–b)” mostram o intervalo de 95 % para o valor central.

few = Nada se conclui: menos de seis rodadas não têm intervalo (aqui { $rounds }). As figuras mostram o que foi medido; com menos de cinco, do menor ao maior valor. Escolha seis ou mais.
unsteady = As { $rounds } rodadas não decidem: um intervalo de 95 % atravessa a margem de um décimo. Mais rodadas o estreitam, e uma máquina desocupada também.
way-latency = quase nenhum trabalho, com espera
timing-latency = rodada { $round } de { $rounds }: quase nenhum trabalho, com espera
distortion-few =
    { $rounds ->
        [one] Os tempos de { $rounds } rodada não têm intervalo. Com seis ou mais, têm.
       *[other] Os tempos de { $rounds } rodadas não têm intervalo. Com seis ou mais, têm.
    }
distortion-older = Uma versão anterior julgou este resultado pelas suas próprias regras: quartis que não se sobrepõem. “±” e “(a–b)” mostram ali a metade central das rodadas e não são intervalos do valor central. Execute de novo para as regras de hoje.

prediction-undecided = A sua previsão foi “{ $predicted }”. Esta execução não permite dizer se está certa.
distortion-modelled = Modelado, não medido: estes tempos foram calculados a partir da descrição de uma máquina ({ $machine }) e do seu navegador.
summary-trace =
    { $count ->
        [one] { $count } operação enfileirada em { $enqueueing }; conclusão detectada após { $done }; defasagem: { $gap }.
       *[other] { $count } operações enfileiradas em { $enqueueing }; conclusão da última detectada após { $done }; defasagem: { $gap }.
    }

distortion-floor = Mesmo quase nenhum trabalho só é dado por concluído após { $floor }. O menor tempo daqui que termina com esse aviso é { $seen }; portanto, até { $share } dele pode ser demora do próprio navegador.
distortion-clock = O relógio avança em passos de { $step }; um tempo de { $shortest } abrange apenas uns poucos deles.
distortion-no-timestamps = Este dispositivo não cronometra o próprio trabalho, e por isso a sua faixa mostra limites: cada envio foi executado em algum momento entre ser enviado e ter a conclusão detectada.
distortion-quantum = Os timestamps da GPU avançam em passos de { $quantum }; a operação mais curta levou { $shortest }.
distortion-software = A “GPU” daqui ({ $adapter }) é um programa na CPU. Ela divide os núcleos com o front-end e o back-end, e por isso tudo fica mais lento do que com uma GPU.
distortion-software-unnamed = A “GPU” daqui, cujo nome este navegador não revela, é um programa na CPU. Ela divide os núcleos com o front-end e o back-end, e por isso tudo fica mais lento do que com uma GPU.
distortion-nudged = Por si só, este navegador procura trabalho concluído apenas a cada 100 ms. Um envio vazio a cada poucos milissegundos faz com que ele procure antes (a conclusão de uma fila vazia é detectada após { $floor }) e toma um pouco do tempo do dispositivo.
distortion-same-thread = Aqui os workers não têm WebGPU; o back-end divide a thread com o front-end e toma tempo dele.
distortion-hidden =
    { $count ->
        [one] { $count } rodada ficou de fora porque a página estava oculta.
       *[other] { $count } rodadas ficaram de fora porque a página estava oculta.
    }
distortion-late =
    { $count ->
        [one] { $count } rodada ficou de fora: este navegador leva { $floor } só para informar que uma fila vazia terminou, e a execução demoraria muito.
       *[other] { $count } rodadas ficaram de fora: este navegador leva { $floor } só para informar que uma fila vazia terminou, e a execução demoraria muito.
    }
distortion-unseen = A página estava oculta enquanto a figura era gravada, e os navegadores tornam as páginas ocultas mais lentas. Execute de novo com a página à vista.
distortion-uneven = Os tempos variam: o mesmo trabalho levou de { $low } a { $high } na metade central das rodadas. Uma máquina desocupada varia menos; mais rodadas estreitam os intervalos, não esta variação.

measure-floor = latência de notificação
