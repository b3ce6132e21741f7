/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 10,
  title: 'Batching: operations per submit',
  question: 'How many operations should the backend hand to the device at once?',
};
