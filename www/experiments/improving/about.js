/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 5,
  title: 'Improving a computation: three costs',
  question:
    'What does a loop of n operations take, waiting for each or once at the end, and can three numbers predict it?',
};
