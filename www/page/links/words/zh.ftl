### The words of links: of those that are made, and of those that were opened.

link = 指向这个实验当前状态的链接
copy = 复制
copied = 已复制。
copy-by-hand = 请从输入框中自行复制。
long = 这个链接很长，有 { $length } 个字符：有些邮件和聊天程序会截断这样的链接。
without-trace = 记录下来的运行中的各个操作会使它更长，所以没有包括在内。
with-program = 附上程序
with-result = 附上当前显示的结果
course = 为课程制作链接
course-help = 勾选的控件，打开链接的读者看不到；它们保持在这里设定的值。
hide = 隐藏
opened-experiment = 链接指向的实验这里没有：“{ $name }”。这里有：{ $allowed }。
opened-wrong = 链接把 { $name } 设为“{ $value }”，这在此处不可行。现在显示的是默认值。
opened-unknown = 链接要设置“{ $name }”，但这里没有这一项。可以设置的有：{ $allowed }。
opened-allowed = { $name } 可取：{ $allowed }。
opened-hide = 链接要隐藏“{ $name }”，但这里没有这一项。可以隐藏的有：{ $allowed }。
opened-broken = 链接中的“{ $name }”部分无法读取，可能在传递途中被截断了。
opened-result = 随链接而来的结果无法显示：它不是这个实验的结果，或者出自本页的另一个版本。
opened-program = 这个程序随链接而来，还没有运行过：请先读一读，想运行再点“运行”。
