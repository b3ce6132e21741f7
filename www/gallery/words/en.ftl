### The page from which teachers take an experiment into their course.

# These stand in gallery.html too, in English.
gallery-title = asynclab: experiments for your course
to-lab = ← The whole lab
gallery-heading = Put an experiment into your course
gallery-lead = Each of these experiments takes one line in a page of yours. It needs nothing of that page: no build, no headers, no account. Readers see a recorded run first (software, no GPU), and nothing runs before they start it.

system = Your course system
gallery-note = Add attributes to set what is measured and what readers may change: `n="2000" controls="run,n" theme="dark"`. The link below each experiment opens it in the whole lab.
snippet = Paste this
copy = Copy
copied = Copied.
copy-by-hand = The browser does not let this page copy: the text is selected, copy it by hand.
