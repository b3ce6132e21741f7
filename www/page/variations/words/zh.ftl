### 每次运行之后，一次只改变一项。

title = 只改一项，再运行一次
change = { $measure }：之前 { $before }，现在 { $now }。
