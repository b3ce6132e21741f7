/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 7,
  title: 'CPU and GPU together',
  question:
    'Can both devices work at the same time, and should you still wait after every minibatch?',
};
