### What freedom is worth: a dot that moves while work is under way, or does not.

title = What the free time is worth
text = This page draws on the thread on which its program runs. Do the same products twice, on the CPU, and watch the dot: once each call computes before it returns, once the calls only enqueue.
do-blocking = Block this page for about a second
do-queued = Enqueue the same work
under-way = Under way…
told-blocking = { $count } products, each computed within its call: control came back after { $returned }. Meanwhile the page could draw nothing; the longest pause between two of { $frames } frames was { $longest }.
told-queued = { $count } products, enqueued: control came back after { $returned }, and they were complete after { $took }. Meanwhile the page drew { $frames } frames; the longest pause between two was { $longest }.
failed = That could not be run here.
