### A página de onde o professor leva um experimento para o seu curso.

gallery-title = asynclab: experimentos para o seu curso
to-lab = ← O laboratório inteiro
gallery-heading = Ponha um experimento no seu curso
gallery-lead = Cada um destes experimentos é uma linha em uma página sua. Ele não exige nada dessa página: nem compilação, nem cabeçalhos, nem conta. Quem lê vê primeiro uma execução gravada (software, sem GPU), e nada roda antes que comece.

system = Seu sistema de cursos
gallery-note = Acrescente atributos para definir o que se mede e o que quem lê pode mudar: `n="2000" controls="run,n" theme="dark"`. O link abaixo de cada experimento o abre no laboratório inteiro.
snippet = Cole isto
copy = Copiar
copied = Copiado.
copy-by-hand = O navegador não deixa esta página copiar: o texto está selecionado, copie-o à mão.
