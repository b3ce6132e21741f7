### O que diz a comparação de resultados.

reading = Leitura: { $done } de { $total } arquivos…
compared = Arquivos lidos: { $read }, em { $elapsed }. Resultados lado a lado: { $total }.
shown-in-view = { $file } está no seu experimento, acima. Acrescente mais arquivos para compará-los.
recording-shown = { $file } é mostrado abaixo.
only-first = De uma vez são lidos no máximo { $most } arquivos: vieram { $given }, e valem os primeiros { $most }.
file-NOT_JSON = { $file } não é JSON.
file-OTHER_SCHEMA = { $file } é da versão { $message } do documento de resultado; esta página lê a versão { $known }.
file-REFUSED_KEY = { $file } contém o nome “{ $message }”, que nenhum resultado contém.
file-NOT_A_RESULT = { $file } não é um resultado deste laboratório: o que deveria estar em “{ $message }” falta ou não tem a forma certa.
file-OTHER_RECORDING = { $file } tem a versão { $message } do documento de gravações; esta página lê a versão 1.
file-NOT_A_RECORDING = { $file } não é uma gravação de um programa WebGPU: o valor em “{ $message }” falta ou não serve.
file-TOO_LARGE = { $file } é grande demais: tem { $message }, e são lidos no máximo { $largest }.
file-TWICE = { $file } já está aqui.
file-BAD_RESULT = { $file } não pode ser mostrado no seu experimento: não é um resultado dele, ou é de outra versão desta página.
file-UNKNOWN_EXPERIMENT = { $file } é de um experimento que esta página não tem: “{ $message }”.
file-OTHER_SITE = { $file } não foi lido: um link abre só gravações de { $message }.
file-MISSING = { $file } não existe: o servidor responde { $message }.
file-UNREADABLE = Não foi possível ler { $file }.
more-files = Outros que não foram aceitos: { $count }.
not-taken = Não aceito; o resto continua como estava
clear = Limpar a comparação
measure = O que se compara
order = Ordem
order-value = por valor
order-adapter = por adaptador
order-date = mais recentes primeiro
order-files = mais arquivos primeiro
column-who = medido com
column-file = arquivo
column-adapter = adaptador
column-browser = navegador
column-device = dispositivo
column-date = data
column-files = arquivos
column-median = mediana
column-low = faixa, de
column-high = faixa, até
caption-figure = Cada marca é um arquivo; o traço é a mediana da sua linha, e a faixa, os quartis dela ou, com menos de cinco arquivos, o menor e o maior valor. Com um só arquivo, a faixa é a dele: os quartis de um modo, ou o intervalo de outra grandeza. As linhas são mostradas, não julgadas: entre muitas, uma é a menor por acaso. “±” é o intervalo de 95 % de uma linha de seis arquivos ou mais.
summary-figure = { $measure }, de { $files ->
        [one] { $files } arquivo
       *[other] { $files } arquivos
    } em { $rows ->
        [one] { $rows } linha
       *[other] { $rows } linhas
    }. A menor mediana é { $least }, com { $who }; a maior é { $most }.
more-rows = A figura mostra as primeiras { $shown } de { $total } linhas; a tabela tem todas.
table-rows = Medianas de cada grandeza
table-files = Cada arquivo
more-names = A tabela mostra as primeiras { $shown } de { $total } medidas.
