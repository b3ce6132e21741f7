### De que vale o tempo livre: um ponto que se move enquanto há trabalho, ou não.

title = Bloqueada ou livre: observe o ponto
text = A thread que executa o programa desta página também desenha a página. Calcule alguns produtos de matrizes duas vezes na CPU e observe o ponto. Primeiro, cada chamada calcula antes de voltar. Depois, as chamadas só enfileiram.
do-blocking = Bloquear esta página por cerca de um segundo
do-queued = Enfileirar o mesmo trabalho
under-way = Em andamento…
report-blocking = { $count } produtos, cada um calculado dentro da chamada: o controle voltou após { $returned }. Enquanto isso a página não pôde desenhar nada; a maior pausa entre dois de { $frames } quadros foi de { $longest }.
report-queued = { $count } produtos, enfileirados: o controle voltou após { $returned }, e eles ficaram concluídos após { $took }. Enquanto isso a página desenhou { $frames } quadros; a maior pausa entre dois foi de { $longest }.
failed = Não foi possível executar isso aqui.
