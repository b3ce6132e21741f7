### 教师从这个页面把实验放进自己的课程。

gallery-title = asynclab：放进课程的实验
to-lab = ← 整个实验室
gallery-heading = 把实验放进你的课程
gallery-lead = 这里的每个实验在你的网页里只占一行，对网页没有任何要求：不用构建，不用设置响应头，也不用账号。读者先看到一次预录的运行（软件实现，无 GPU）；在他们开始之前，什么都不会运行。

system = 你的课程系统
gallery-note = 加上属性，就能设定测量什么、读者可以改动什么：`n="2000" controls="run,n" theme="dark"`。每个实验下方的链接会在整个实验室里打开它。
snippet = 粘贴这段
copy = 复制
copied = 已复制。
copy-by-hand = 浏览器不允许本页复制：文字已选中，请手动复制。
