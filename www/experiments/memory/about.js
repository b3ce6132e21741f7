/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 6,
  title: 'Memory: never waiting has a price',
  question: 'What does a training loop gain by never waiting, and how much memory does it cost?',
};
