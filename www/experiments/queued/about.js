/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 2,
  title: 'Queued, then finished',
  question:
    'How long until your operations are queued, and how long until their result is printed?',
};
