### Uma coisa a mudar de cada vez, depois de uma execução.

title = Mude uma só coisa e execute de novo
change = { $measure }: { $before } antes, { $now } agora.
