### The words of links: of those that are made, and of those that were opened.

link = Link to this experiment as it stands
copy = Copy
copied = Copied.
copy-by-hand = Copy it from the field.
long = This link is long, { $length } characters: some programs for mail and chat cut such links off.
without-trace = The operations of the recorded run would make it longer still; they are left out.
with-program = with the program
with-result = with the result that is shown
course = Make a link for a course
course-help = Controls that you tick are hidden from readers who open the link; they keep the values that they have here.
hide = Hide
opened-experiment = The link names an experiment that does not exist here: “{ $name }”. Available: { $allowed }.
opened-wrong = The link sets { $name } to “{ $value }”, which is not possible here. The default is used instead.
opened-unknown = The link sets “{ $name }”, which does not exist here. It may set: { $allowed }.
opened-allowed = Allowed for { $name }: { $allowed }.
opened-hide = The link hides “{ $name }”, which does not exist here. It may hide: { $allowed }.
opened-broken = The part “{ $name }” of the link cannot be read. The link may have been cut off on its way.
opened-result = The result in the link cannot be shown: it is not a result of this experiment, or it comes from another version of this page.
opened-program = This program came with the link. It has not run: read it, then press Run if you want to run it.
