### O que diz a gravação de outro programa WebGPU.

title = Um programa observado: { $file }
caption = { $page }: cada despacho, da chamada até a conclusão. As formas são as dos grupos de trabalho, e não se sabe o que cada operação lê.
summary = Despachos: { $dispatches }, em submissões: { $submissions }.
floor = O navegador informa as conclusões com atraso; o de uma fila vazia é de { $time } (mediana).
floor-unknown = O atraso com que o navegador informa as conclusões não foi medido.
untimed = O trabalho da GPU não é cronometrado: cada submissão fica entre seu início e o aviso do seu fim.

verdict-no-webgpu = Esta thread não tem WebGPU: nada pôde ser visto. Abra a página por HTTPS ou nesta máquina, em um navegador com WebGPU.
verdict-unused = O programa não submeteu nada ao WebGPU enquanto foi observado. Se ele calcula em outra thread, observe essa thread.
verdict-no-adapter = O programa pediu um adaptador e não recebeu nenhum: este navegador não encontra uma GPU que o WebGPU possa usar. Veja chrome://gpu ou about:support, ou inicie o navegador com um adaptador de software.
verdict-refused = O programa pediu um dispositivo e foi recusado: talvez queira recursos ou limites que o adaptador não tem. O erro está no console da página.
verdict-busy = Entre o primeiro e o último trabalho, o dispositivo ficou ocioso por { $time }, { $share } do tempo: ele está ocupado. Para ser mais rápido, o programa precisa calcular menos.
verdict-unresolved = Os tempos ociosos do dispositivo são menores do que seu relógio mostra: { $time }, com margem de { $within }. Grave por mais tempo, ou com um navegador cujo relógio da GPU tenha passos mais finos.
verdict-wait = O dispositivo ficou ocioso em { $share } do tempo entre o primeiro e o último trabalho ({ $time }, com margem de { $within }), na maior parte porque o programa esperava ({ $part }). Mude primeiro: a espera de { $place }, durante e depois da qual ele ficou ocioso por { $lost }. Leia menos vezes, ou enfileire o próximo trabalho antes de ler.
verdict-empty = O dispositivo ficou ocioso em { $share } do tempo entre o primeiro e o último trabalho ({ $time }, com margem de { $within }), na maior parte porque nada estava na fila, embora o programa não esperasse ({ $part }). Mude primeiro: o que a thread do programa faz entre suas chamadas.
verdict-backend = O dispositivo ficou ocioso em { $share } do tempo entre o primeiro e o último trabalho ({ $time }, com margem de { $within }), na maior parte com trabalho codificado e ainda não submetido ({ $part }). Mude primeiro: submeta antes.
verdict-device = O dispositivo ficou ocioso em { $share } do tempo entre o primeiro e o último trabalho ({ $time }, com margem de { $within }), na maior parte com trabalho submetido ({ $part }): cópias, o navegador ou o driver levaram esse tempo. Mude primeiro: submeta mais trabalho de uma vez.
verdict-unknown = O dispositivo ficou ocioso em { $share } do tempo entre o primeiro e o último trabalho ({ $time }, com margem de { $within }). Os relógios da GPU e do programa concordam pouco demais para dizer por quê.
verdict-untimed = O programa esperou { $share } da gravação ({ $time }), mais em { $place }. Não se sabe se o dispositivo ficou ocioso nesse tempo: grave com marcas de tempo.
verdict-untimed-free = O programa esperou { $share } da gravação ({ $time }). Não se sabe se o dispositivo ficou ocioso: grave com marcas de tempo.

also-lost = O dispositivo foi perdido ({ $reason }): { $message }
also-cut = A gravação termina antes que seu trabalho estivesse concluído.
also-compiling = Pipelines foram compilados por { $time }, { $count } deles.
also-small = Há { $submissions } submissões com { $dispatches } despachos: cada uma custa tempo próprio. Vários despachos podem dividir uma submissão.
also-canvas = Leituras por um canvas que bloqueiam a thread: { $count }.
also-overlapped = Promises durante as quais o programa submeteu: { $count }. Elas não provam espera e não contam como esperas.
also-devices = O programa criou { $count } dispositivos. Dos que passam dos primeiros { $most }, contam-se apenas os envios.
also-late = Um dispositivo foi criado antes do início da gravação: buffers e nomes de pipelines anteriores podem faltar.
also-unknown = Buffers de comandos cuja codificação não foi vista: { $count }.
also-left-out = Operações e esperas além do máximo que se guarda: { $count }.
also-faults = Falhas do próprio script de observação: { $count }. Por favor, relate.

reason-wait = fila vazia, o programa espera
reason-empty = fila vazia, o programa não espera
reason-backend = codificado, ainda não submetido
reason-device = submetido, ainda não começado
reason-unknown = não se sabe

table-counts = Contagens
table-waits = Esperas, por linha
table-idle = Tempos ociosos do dispositivo, por causa
table-compilations = Compilações, as mais longas primeiro
column-what = o quê
column-value = valor
column-place = chamada do programa
column-kind = tipo
column-count = vezes
column-blocked = esperou
column-idle = dispositivo ocioso por isso
column-reason = causa
column-time = tempo
column-name = pipeline
place-unknown = não anotado
count-device = dispositivo
count-browser = navegador
count-time = tempo gravado
count-blocked = tempo de espera
count-submissions = submissões
count-dispatches = despachos
count-draws = desenhos
count-uploads = envios
count-compilations = compilações
count-peak = máximo de bytes em buffers

beside = Gravações lado a lado
beside-recording = gravação
beside-submissions = submissões
beside-dispatches = despachos
beside-each = despachos por submissão
beside-waits = esperas
beside-overlapped = Promises que não eram espera
beside-canvas = leituras por um canvas
