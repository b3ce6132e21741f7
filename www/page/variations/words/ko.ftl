### 실행한 뒤 한 번에 하나씩 바꿔 봅니다.

title = 한 가지만 바꿔서 다시 실행하기
change = { $measure }: 이전 { $before }, 지금 { $now }.
change-overlap = { $measure }: 이전 { $before }, 지금 { $now }. 두 범위가 겹쳐 뚜렷한 차이가 아닙니다.
change-unknown = 비교하지 않습니다. 두 실행 가운데 하나가 이것을 믿을 만하게 측정하지 못했습니다.
