### The words of an experiment inside another page, before it is loaded or in place of it. Words in capitals are filled in later.

adjust = Predict first, or change the settings
open-in-lab = Open in the lab
recorded-run = TITLE: a recorded run (software, no GPU)
unknown-experiment = There is no experiment “VALUE” here. Available: ALLOWED.
unknown-value = The attribute ATTRIBUTE cannot be “VALUE”. It may be: ALLOWED.
not-loaded = The experiment could not be loaded
not-loaded-remedy = Its files come from ORIGIN. Allow that address in script-src, connect-src and img-src of the page’s Content-Security-Policy, or check your connection. If the lab has just been updated, reload the page.
try-again = Try again
