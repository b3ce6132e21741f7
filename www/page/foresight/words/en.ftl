### The warning before a run whose size is too small for the device.

problem = This size is too small for this device
problem-untimed = A run cannot answer the question here
short = At this size, what is timed takes about { $takes }, and this browser takes up to { $least } to report even an empty queue complete. A run could not tell them apart.
clock = An operation of this size takes at most { $takes }, and the clock that times it moves in steps of { $least }. A run could not tell how long it took.
untimed = This device does not time its own work, so a run cannot tell how long an operation took, at any size.
anyway = You can still press Run.
larger = Run with a size that tells
