### What is said of links: of those that are made, and of those that were opened.

link = Link to this experiment as it stands
copy = Copy
copied = Copied.
copy-by-hand = Copy it from the field.
long = This link is long, { $length } characters: some programs for mail and chat cut such links off.
without-trace = The operations of the recorded run would make it longer still; they are left out.
with-program = with the program
with-result = with the result that is shown
course = Make a link for a course
course-help = What you tick is not shown to those who open the link; it keeps the value that it has here.
hide = Hide
opened-experiment = The link names an experiment that is not here: “{ $name }”. There are: { $allowed }.
opened-wrong = The link sets { $name } to “{ $value }”, which is not possible here. What is shown is the default.
opened-unknown = The link sets “{ $name }”, which is not known here. It may set: { $allowed }.
opened-allowed = For { $name } it may give { $allowed }.
opened-hide = The link hides “{ $name }”, which is not there. It may hide: { $allowed }.
opened-broken = A part of the link, “{ $name }”, cannot be read. It may have been cut off on its way.
opened-result = The result that came with the link cannot be shown: it is no result of this experiment, or one of another version of this page.
opened-program = This program came with the link. It has not run: read it, then press Run if you want it to.
