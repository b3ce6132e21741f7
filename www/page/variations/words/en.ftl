### One thing to change at a time, after a run.

title = Change one thing, run again
change = { $measure }: { $before } before, { $now } now.
