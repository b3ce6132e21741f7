### O que fica abaixo de um resultado, para levá-lo da página.

result = Resultado
figure = Figura
figures = Figuras
figure-number = Figura { $number }
trace = Rastro
viewers = Visualizadores de rastros
save = { $format }: { $name }
json = JSON
csv = CSV
png = PNG
svg = SVG
perfetto = Perfetto
chrome = JSON do Chrome
result-help = JSON contém tudo o que foi medido; CSV contém os números, um por linha.
trace-help = A vida de cada operação: uma tabela, ou um arquivo que os visualizadores de rastros abrem, com uma seta de cada enfileiramento à sua conclusão.
ground = Fundo
ground-white = branco, para slides e papel
ground-page = o da página
open = Abrir no Perfetto
open-help = Abre ui.perfetto.dev numa nova aba e entrega a ela o rastro, dentro do seu navegador. O rastro não vai para nenhum servidor; o que aquele site faz com ele é com o site.
opened = O Perfetto recebeu o rastro.
open-blocked = O navegador não deixou abrir uma nova aba. Salve o arquivo e abra-o lá.
open-apart = Esta página está isolada de outros sites, para ter um relógio mais fino, e não pode entregar o rastro. O arquivo foi salvo: solte-o na aba do Perfetto.
profiler = Mostrar no profiler do navegador
profiler-help = Registra este rastro e os das próximas execuções como entradas de `performance.measure`. Comece uma gravação no painel Performance das ferramentas de desenvolvedor, pressione Executar e pare a gravação.
profiler-written = { $count ->
        [one] { $count } entrada registrada.
       *[other] { $count } entradas registradas.
    }
writing = { $name } está sendo escrito.
saved = Salvo como { $name }.
failed = Não deu certo: { $reason }

parameters = { $parameters } · asynclab { $version }
