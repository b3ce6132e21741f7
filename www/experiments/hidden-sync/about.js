/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 11,
  title: 'The hidden wait',
  question: 'Which line of a training loop keeps the device idle, and what does it cost?',
};
