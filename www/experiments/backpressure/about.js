/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 9,
  title: 'Back-pressure: when the queue is full',
  question:
    'What happens when you enqueue faster than the device works, and what does a bound cost?',
};
