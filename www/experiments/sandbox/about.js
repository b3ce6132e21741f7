/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 12,
  title: 'Your own program',
  question: 'What does your own program wait for?',
};
