### The words of the exports below a result.

result = 结果
figure = 图
figures = 图
figure-number = 图 { $number }
trace = 跟踪记录
viewers = 跟踪记录查看器
save = { $format }：{ $name }
json = JSON
csv = CSV
png = PNG
svg = SVG
perfetto = Perfetto
chrome = Chrome JSON
result-help = JSON 包含测得的一切；CSV 包含其中的数字，每行一个。
trace-help = 每个操作的全过程：可以是一张表，也可以是查看器能打开的文件，其中有箭头从每次入队指向它的完成。
ground = 背景
ground-white = 白色，用于幻灯片和纸张
ground-page = 与页面相同
open = 在 Perfetto 中打开
open-help = 在新标签页中打开 ui.perfetto.dev，并在你的浏览器之内把跟踪记录交给它。记录不会上传；那个网站拿它做什么，由那个网站决定。
opened = Perfetto 已收到跟踪记录。
open-blocked = 浏览器没有允许打开新标签页。请保存文件，再到 Perfetto 中打开。
open-apart = 为了让时钟更细，本页与其他网站相隔离，无法把跟踪记录交过去。文件已经保存：请把它拖到 Perfetto 的标签页上。
profiler = 显示在浏览器的性能分析器中
profiler-help = 把这份跟踪记录和以后各次运行的跟踪记录写成 `performance.measure` 条目。请在开发者工具的“性能”面板中开始录制，点“运行”，再停止录制。
profiler-written = 已写入 { $count } 个条目。
writing = 正在写入 { $name }。
saved = 已保存为 { $name }。
failed = 没有成功：{ $reason }

# Stands in pictures, below the adapter, the browser and the date.
parameters = { $parameters } · asynclab { $version }
