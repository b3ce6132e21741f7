### O seu próprio programa

title = O seu próprio programa
question = O seu próprio programa espera pelo quê?

introduction = Escreva o seu próprio programa ou abra aqui o de qualquer experimento. O programa pode usar `await` em qualquer lugar e imprime com `console.log`. O laboratório grava cada operação e indica as linhas que esperam. Um profiler como o Nsight ou o VTune faz o mesmo para programas nativos. O programa é executado separado desta página, sem rede, e Parar o encerra a qualquer momento.
prediction = Que parte do tempo, a partir da primeira operação, o programa vai passar esperando?
prediction-little = menos de 10 %
prediction-part = de 10 a 50 %
prediction-most = mais da metade
prediction-right = A sua previsão foi “{ $predicted }”. Certo: medido { $waiting }.
prediction-wrong = A sua previsão foi “{ $predicted }”. Medido: { $waiting }, ou seja, { $measured }.
why-low = Se você esperava menos, procure as esperas ocultas: ler um valor, imprimir um array ou uma condição sobre ele.
why-high = Se você contou o trabalho do dispositivo como espera, note que o dispositivo já trabalha enquanto o programa enfileira.

program = Programa
program-help = O preenchimento automático vem depois de um ponto ou com Ctrl-Espaço. Onde connect() não nomeia um dispositivo, vale o escolhido abaixo.
language = Linguagem
language-help = As bibliotecas de Python também são executadas sobre o laboratório, num Python de cerca de 6 MB que a primeira execução baixa. A memória é reutilizada na ordem do stream, como no PyTorch; com MXNet, na conclusão.
language-javascript = JavaScript
language-pytorch = Python: PyTorch
language-jax = Python: JAX
language-tensorflow = Python: TensorFlow
language-mxnet = Python: MXNet
progress-fetching = Baixando o Python
progress-starting = Iniciando o Python e o laboratório
progress-ready = O Python está pronto
progress-running = Executando
completions = Sugestões para completar
selection-deleted = Seleção apagada
record = O que é gravado
record-help = A gravação exige uma passagem própria para cada operação; por isso, a GPU fica um pouco mais lenta.
record-operations = cada operação
record-nothing = nada
preset-start = um primeiro programa
preset-hidden-wait = uma espera numa condição
preset-puzzle = um enigma: remova a linha que espera
preset-pytorch = um primeiro programa, PyTorch
preset-jax = um primeiro programa, JAX
preset-tensorflow = um primeiro programa, TensorFlow
preset-mxnet = um primeiro programa, MXNet
output = O que o programa imprimiu
failed-here = O programa parou aqui.

column-line = linha
column-kind = espera
column-count = vezes
column-blocked = o programa esperou
column-during = dispositivo ocioso durante
column-after = dispositivo ocioso depois
caption = Linhas em que o programa esperou, a começar pela maior ociosidade do dispositivo

found =
    { $count ->
        [one] O programa enfileirou { $operations ->
            [one] { $operations } operação
           *[other] { $operations } operações
        } e esperou uma vez, por { $blocked } de { $span } ao todo: { $waiting } do seu tempo. Por causa disso, o dispositivo ficou ocioso por { $idle }. É a linha { $line } que espera.
       *[other] O programa enfileirou { $operations ->
            [one] { $operations } operação
           *[other] { $operations } operações
        } e esperou { $waits } vezes, { $blocked } de { $span } ao todo: { $waiting } do seu tempo. Por causa disso, o dispositivo ficou ocioso por { $idle }. A linha { $line } foi a que mais custou: esperou { $lineBlocked }.
    }
found-busy =
    { $count ->
        [one] O programa enfileirou { $operations ->
            [one] { $operations } operação
           *[other] { $operations } operações
        } e esperou uma vez, por { $blocked } de { $span } ao todo: { $waiting } do seu tempo. Essa espera, na linha { $line }, não deixou o dispositivo sem trabalho.
       *[other] O programa enfileirou { $operations ->
            [one] { $operations } operação
           *[other] { $operations } operações
        } e esperou { $waits } vezes, { $blocked } de { $span } ao todo: { $waiting } do seu tempo. Nenhuma dessas esperas deixou o dispositivo sem trabalho. A linha { $line } foi a que mais esperou: { $lineBlocked }.
    }
found-busy-more = Por outros motivos, o dispositivo ficou ocioso por { $idleElse }: por { $idleEmpty } a fila estava vazia, embora o programa não esperasse; por { $idleBackend } havia operações na fila que o back-end ainda não tinha entregado. No primeiro uso de uma operação, o seu kernel é compilado, e a operação espera por isso.
found-free = O programa não esperou por nenhuma das operações que enfileirou, { $operations } ao todo. Elas estavam concluídas após { $span }.
found-nothing = O programa imprimiu { $lines ->
        [one] { $lines } linha
       *[other] { $lines } linhas
    }. Nenhuma operação foi gravada.
found-solved = Resolvido: o programa espera uma vez, pelo número que imprime, e calcula o mesmo que antes. Levou { $span }.
found-unsolved = Ainda não: o programa ainda espera { $waits } vezes, { $blocked } de { $span } ao todo. A linha { $line } esperou mais: { $lineBlocked }. O valor dela é necessário em cada volta?
found-changed = O programa não calcula ou não imprime mais o que fazia: 20 produtos e, no fim, `largest 21`. Recomece o enigma e remova uma linha apenas.
disagrees = O programa não enfileirou nenhuma operação.
coarse = O programa enfileirou { $operations ->
        [one] { $operations } operação
       *[other] { $operations } operações
    } e esperou { $waits ->
        [one] { $waits } vez
       *[other] { $waits } vezes
    }, { $blocked } de { $span } ao todo. Este dispositivo não cronometra o próprio trabalho; por isso, não se sabe quanto tempo ficou ocioso. A linha { $line } foi a que mais esperou: { $lineBlocked }.
distortion-labs = O programa abriu { $count } laboratórios. Todos são gravados, e um é mostrado, o de número { $shown }: entre os que não bloqueiam, o que tem mais operações.
distortion-first = O primeiro uso de uma operação numa GPU compila o seu kernel, e os números incluem esse tempo. Execute o código uma vez antes de cronometrá-lo.
distortion-sandbox = Na sandbox, o back-end da GPU é executado na thread do frame dela, porque os navegadores não dão GPU a workers sem origem. O que mais acontece nessa thread, como a rolagem da página, o atrasa.
caption-trace = As operações do programa, desde a conexão do seu laboratório até o fim.

measure-operations = operações
measure-waits = esperas
measure-blocked = espera do programa
measure-span = a execução toda
measure-waiting = espera, parte do tempo
measure-idle = ociosidade do dispositivo por causa disso

vary-unrecorded = Sem gravação
look-unrecorded = Com gravação, cada operação precisa de uma passagem própria. Observe os tempos que o programa imprime: são menores sem ela?
vary-cpu = No dispositivo CPU
look-cpu = O programa é o mesmo, o dispositivo é outro. Observe qual linha espera agora, e por quanto tempo.
