### One thing to change at a time, after a run.

title = Change one thing, run again
change = { $measure }: { $before } before, { $now } now.
change-overlap = { $measure }: { $before } before, { $now } now; the two overlap, so this is no clear difference.
change-unknown = Not compared: one of the two runs could not measure this reliably.
