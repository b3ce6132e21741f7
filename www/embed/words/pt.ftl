### O que um experimento diz dentro de outra página, antes de ser carregado ou em lugar dele. Em maiúsculas: o que se preenche depois.

adjust = Dê um palpite antes, ou mude os valores
open-in-lab = Abrir no laboratório
recorded-run = TITLE: uma execução gravada (software, sem GPU)
unknown-experiment = Não há aqui um experimento “VALUE”. Há: ALLOWED.
unknown-value = O atributo ATTRIBUTE não pode ser “VALUE”. Pode ser: ALLOWED.
not-loaded = Não foi possível carregar o experimento
not-loaded-remedy = Os arquivos vêm de ORIGIN. Permita esse endereço em script-src, connect-src e img-src na Content-Security-Policy da página, ou verifique a conexão. Se o laboratório acaba de ser renovado, recarregue a página.
try-again = Tentar de novo
