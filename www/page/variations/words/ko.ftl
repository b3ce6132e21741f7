### 실행한 뒤 한 번에 하나씩 바꿔 봅니다.

title = 한 가지만 바꿔서 다시 실행하기
change = { $measure }: 이전 { $before }, 지금 { $now }.
