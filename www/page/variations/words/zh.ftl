### 每次运行之后，一次只改变一项。

title = 只改一项，再运行一次
change = { $measure }：之前 { $before }，现在 { $now }。
change-overlap = { $measure }：之前 { $before }，现在 { $now }；两者的范围重叠，看不出明确的差别。
change-unknown = 不作比较：两次运行中有一次无法可靠地测量。
