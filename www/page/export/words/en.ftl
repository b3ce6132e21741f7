### The words of the exports below a result.

result = Result
figure = Figure
figures = Figures
figure-number = Figure { $number }
trace = Trace
viewers = Viewers of traces
save = { $format }: { $name }
json = JSON
csv = CSV
png = PNG
svg = SVG
perfetto = Perfetto
chrome = Chrome JSON
result-help = JSON holds everything that was measured; CSV holds its numbers, one per line.
trace-help = The life of every operation: a table, or a file that the viewers of traces open, with an arrow from each enqueue to its completion.
ground = Background
ground-white = white, for slides and paper
ground-page = like the page
open = Open in Perfetto
open-help = Opens ui.perfetto.dev in a new tab and hands the trace to it within your browser. The trace is not uploaded; that site decides what it does with it.
opened = Perfetto has the trace.
open-blocked = The browser did not let a new tab open. Save the file and open it there.
open-apart = This page is isolated from other sites, for its finer clock, and cannot hand the trace over. The file was saved: drop it onto the tab of Perfetto.
profiler = Show in the browser’s profiler
profiler-help = Writes this trace and those of the next runs as `performance.measure` entries. Start a recording in the developer tools’ Performance panel, press Run, and stop the recording.
profiler-written = { $count ->
    [one] { $count } entry written.
   *[other] { $count } entries written.
}
writing = Writing { $name }.
saved = Saved as { $name }.
failed = This did not work: { $reason }

# Stands in pictures, below the adapter, the browser and the date.
parameters = { $parameters } · asynclab { $version }
