/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 8,
  title: 'On the CPU alone',
  question: 'The same matrix products on the CPU: is the asynchrony still visible?',
};
