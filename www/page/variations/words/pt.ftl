### Uma coisa a mudar de cada vez, depois de uma execução.

title = Mude uma só coisa e execute de novo
change = { $measure }: { $before } antes, { $now } agora.
change-overlap = { $measure }: { $before } antes, { $now } agora; as faixas se sobrepõem, portanto a diferença não é clara.
change-unknown = Sem comparação: uma das duas execuções não conseguiu medir isto com confiança.
