### 实验嵌在别的网页里时，加载之前或代替它显示的话。大写的词之后填入。

adjust = 先预测，或更改设置
open-in-lab = 在实验室中打开
recorded-run = TITLE：一次预录的运行（软件实现，无 GPU）
unknown-experiment = 这里没有名为“VALUE”的实验。有：ALLOWED。
unknown-value = 属性 ATTRIBUTE 不能是“VALUE”。可以是：ALLOWED。
not-loaded = 实验没能加载
not-loaded-remedy = 它的文件来自 ORIGIN。请在网页的内容安全策略（Content-Security-Policy）的 script-src、connect-src 和 img-src 中允许这个地址，或检查网络连接。如果实验室刚刚更新，请重新加载网页。
try-again = 重试
