### O laço do capítulo em várias bibliotecas.

introduction = O capítulo diz do seu framework que o frontend apenas enfileira e que uma leitura espera. Vale isso para outros? Os mesmos dois laços foram escritos em WebGPU à mão e em cinco bibliotecas, e gravados por um script que observa as chamadas do WebGPU e não altera nenhuma. Um laço soma as somas de dez produtos de matrizes, o outro faz dez passos de treinamento. Cada um roda duas vezes: lê-se o último número, ou o de cada passo. Uma biblioteca pode enviar trabalho à GPU a cada operação, juntar várias antes, ou adiar tudo até que alguém leia.
prediction = Os dez passos terminaram, e o programa pede o primeiro número. De quantas bibliotecas a GPU tem trabalho antes dessa chamada?
prediction-none = de nenhuma: todas esperam até que alguém leia
prediction-some = de algumas
prediction-all = de todas
prediction-right = Você previu “{ $predicted }”. É isso.
prediction-wrong = Você previu “{ $predicted }”. As gravações mostram “{ $measured }”.
prediction-undecided = Você previu “{ $predicted }”. As gravações não decidem.
why-low = Retornar logo não é adiar: a maioria das bibliotecas envia dentro do laço, e a GPU calcula enquanto o programa continua.
why-high = Uma operação que retornou não precisa estar a caminho: a biblioteca pode guardá-la até que seu valor seja pedido.
loop = Laço
loop-sums = dez produtos e suas somas
loop-train = dez passos de treinamento
run = Abrir as gravações
run-live = Rodar as bibliotecas aqui
live-help = Este site traz as bibliotecas; elas são carregadas e rodam nesta máquina, uma após a outra, cerca de 7 MB ao todo.
opening = { $name } …
ribbon = Gravado em { $date } com { $adapter } em { $browser }; não na sua máquina. Compare a estrutura: os milissegundos não são os de nenhuma GPU.
ribbon-live = Rodado aqui com { $adapter } em { $browser }.
found-deferred =
    { $count ->
        [one] De { $total } bibliotecas, uma não tinha enviado nada quando o programa pediu um número: { $names }.
       *[other] De { $total } bibliotecas, { $count } não tinham enviado nada quando o programa pediu um número: { $names }.
    }
found-batched = { $name } põe o maior número de despachos em um envio: { $most }. Onde cada passo é lido, são { $less }: uma leitura encerra a coleta.
found-awaits = Com { $name } o programa espera cada passo com `await`, { $awaits } vezes, mas a gravação tem { $waits } espera: essas promessas não esperaram por nenhum trabalho da GPU.
found-idle = Porque cada passo foi lido, o dispositivo de { $name } ficou ocioso por { $idle } do tempo, mais que todos. Onde o programa leu uma vez, as esperas tomaram { $once }.
found-unread = { $name } não calcula números que ninguém lê: { $once } despachos onde só o último é lido, { $each } onde todos são.
table = O mesmo laço em cada biblioteca
column-library = biblioteca
column-read = lido
column-submissions = envios
column-dispatches = despachos
column-each = despachos por envio
column-early = despachos enviados antes da primeira leitura
column-awaits = passos esperados
column-waits = esperas
column-idle = dispositivo ocioso por causa de esperas
read-once = o último
read-each = cada um
library-by-hand = WebGPU à mão
library-lab = este laboratório
note = O backend deste laboratório está aqui na thread do programa, onde o script o pode observar. Ele trabalha quando essa thread está livre, o que este laço não a deixa antes da primeira leitura. Nesta página ele tem uma thread própria.
timelines = Linhas do tempo: { $name }
