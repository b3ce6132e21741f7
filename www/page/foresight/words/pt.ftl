### O que se diz antes de uma execução cujo tamanho é pequeno demais para o dispositivo.

problem = Este tamanho é pequeno demais para este dispositivo
problem-untimed = Aqui uma execução não pode responder à pergunta
short = Neste tamanho, o que se cronometra leva cerca de { $takes }, e este navegador leva até { $least } para informar que uma fila vazia está concluída. Uma execução não poderia distingui-los.
clock = Uma operação deste tamanho leva no máximo { $takes }, e o relógio que a cronometra avança em passos de { $least }. Uma execução não poderia dizer quanto ela levou.
untimed = Este dispositivo não cronometra o próprio trabalho; por isso, uma execução não pode dizer quanto uma operação levou, em nenhum tamanho.
anyway = Ainda assim, você pode pressionar Executar.
larger = Executar com um tamanho que mostre algo
