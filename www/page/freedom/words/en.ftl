### A dot that moves while work is under way, or does not.

title = Blocked or free: watch the dot
text = The thread that runs this page’s program also draws the page. Compute some matrix products twice on the CPU, and watch the dot. First, each call computes before it returns. Then, the calls only enqueue.
do-blocking = Block this page for about a second
do-queued = Enqueue the same work
under-way = Under way…
report-blocking = { $count } products, each computed within its call: control came back after { $returned }. Meanwhile the page could draw nothing; the longest pause between two of { $frames } frames was { $longest }.
report-queued = { $count } products, enqueued: control came back after { $returned }, and they were complete after { $took }. Meanwhile the page drew { $frames } frames; the longest pause between two was { $longest }.
failed = This could not be run here.
