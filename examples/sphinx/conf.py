"""A course in Sphinx, as small as one can be."""

project = "A course"
language = "en"
html_theme = "alabaster"
