### What a recording of another WebGPU program says.

title = A watched program: { $file }
caption = { $page }: each dispatch from its call to its completion. Shapes are those of workgroups, and what an operation reads is not known.
summary = Dispatches: { $dispatches }, in submissions: { $submissions }.
floor = The browser reports completions late, of an empty queue by { $time } in the middle.
floor-unknown = How late the browser reports completions was not measured.
untimed = The GPU’s work is not timed: each submission stands between its beginning and the report of its end.

verdict-no-webgpu = This thread has no WebGPU: nothing could be seen. Open the page over HTTPS or on this machine, in a browser with WebGPU.
verdict-unused = The program submitted nothing to WebGPU while it was watched. If it computes on another thread, watch that thread.
verdict-no-adapter = The program asked for an adapter and got none: this browser finds no GPU that WebGPU may use. Look at chrome://gpu or about:support, or start the browser with a software adapter.
verdict-refused = The program asked for a device and was refused: it may want features or limits that the adapter lacks. The error is in the page’s console.
verdict-busy = Between its first and its last work the device was idle for { $time }, { $share } of the time: it is kept busy. To be faster, the program has to compute less.
verdict-unresolved = The idle times of the device are shorter than its clock can show: { $time }, give or take { $within }. Record for longer, or with a browser whose GPU clock has finer steps.
verdict-wait = The device was idle for { $share } of the time between its first and its last work ({ $time }, give or take { $within }), most of it because the program waited ({ $part }). Change first: the wait of { $place }, during and after which it was idle for { $lost }. Read less often, or enqueue the next work before you read.
verdict-empty = The device was idle for { $share } of the time between its first and its last work ({ $time }, give or take { $within }), most of it because nothing was enqueued though the program did not wait ({ $part }). Change first: what the program’s thread does between its calls.
verdict-backend = The device was idle for { $share } of the time between its first and its last work ({ $time }, give or take { $within }), most of it while work was encoded but not yet submitted ({ $part }). Change first: submit sooner.
verdict-device = The device was idle for { $share } of the time between its first and its last work ({ $time }, give or take { $within }), most of it with work submitted ({ $part }): copies, the browser or the driver took that time. Change first: submit more work at once.
verdict-unknown = The device was idle for { $share } of the time between its first and its last work ({ $time }, give or take { $within }). The clocks of GPU and program agree too little to say why.
verdict-untimed = The program waited for { $share } of the recording ({ $time }), the most at { $place }. Whether the device was idle meanwhile is not known: record with timestamps.
verdict-untimed-free = The program waited for { $share } of the recording ({ $time }). Whether the device was idle is not known: record with timestamps.

also-lost = The device was lost ({ $reason }): { $message }
also-cut = The recording ends before its work was complete.
also-compiling = Pipelines were compiled for { $time }, { $count } of them.
also-small = There are { $submissions } submissions of { $dispatches } dispatches: each costs time of its own. Several dispatches can share a submission.
also-canvas = Reads through a canvas that block the thread: { $count }.
also-overlapped = Promises during which the program submitted: { $count }. They prove no wait and are not counted as waits.
also-devices = The program made { $count } devices. Of those beyond the first { $most }, submissions are counted and nothing else.
also-late = A device was made before the recording began: buffers and names of pipelines from before may be missing.
also-unknown = Command buffers whose encoding was not seen: { $count }.
also-left-out = Operations and waits beyond the most that is kept: { $count }.
also-faults = Faults of the watching script: { $count }. Please report them.

reason-wait = queue empty, the program waits
reason-empty = queue empty, the program does not wait
reason-backend = encoded, not yet submitted
reason-device = submitted, not yet begun
reason-unknown = not known

table-counts = Counts
table-waits = Waits, by line
table-idle = Idle times of the device, by cause
table-compilations = Compilations, the longest first
column-what = what
column-value = value
column-place = call of the program
column-kind = kind
column-count = times
column-blocked = waited
column-idle = device idle because of it
column-reason = cause
column-time = time
column-name = pipeline
place-unknown = not noted
count-device = device
count-browser = browser
count-time = time recorded
count-blocked = time waited
count-submissions = submissions
count-dispatches = dispatches
count-draws = draws
count-uploads = uploads
count-compilations = compilations
count-peak = most bytes in buffers

beside = Recordings side by side
beside-recording = recording
beside-submissions = submissions
beside-dispatches = dispatches
beside-each = dispatches a submission
beside-waits = waits
beside-overlapped = promises that were no wait
beside-canvas = reads through a canvas
