### O que se diz dos links: dos que são criados e dos que foram abertos.

link = Link para este experimento, tal como está
copy = Copiar
copied = Copiado.
copy-by-hand = Copie-o do campo.
long = Este link é longo, tem { $length } caracteres: alguns programas de e-mail e de mensagens cortam links assim.
without-trace = As operações da execução gravada o tornariam ainda mais longo; elas ficam de fora.
with-program = com o programa
with-result = com o resultado que se vê
course = Criar um link para um curso
course-help = Os controles que você marca ficam ocultos para quem abre o link; eles mantêm os valores que têm aqui.
hide = Ocultar
opened-experiment = O link indica um experimento que não existe aqui: “{ $name }”. Existem: { $allowed }.
opened-wrong = O link define { $name } como “{ $value }”, o que não é possível aqui. O que se vê é o valor padrão.
opened-unknown = O link define “{ $name }”, que não é conhecido aqui. Ele pode definir: { $allowed }.
opened-allowed = O que { $name } aceita: { $allowed }.
opened-hide = O link oculta “{ $name }”, que não existe aqui. Ele pode ocultar: { $allowed }.
opened-broken = Uma parte do link, “{ $name }”, não pode ser lida. Pode ter sido cortada no caminho.
opened-result = O resultado que veio com o link não pode ser mostrado: não é um resultado deste experimento, ou é de outra versão desta página.
opened-program = Este programa veio com o link. Ele ainda não foi executado: leia-o e só depois, se quiser, pressione Executar.
