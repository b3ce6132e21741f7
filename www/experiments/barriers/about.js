/** The data that the page has before it opens the experiment. Its title and question are in words/. */
export default { position: 4 };
