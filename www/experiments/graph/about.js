/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 3,
  title: 'The dependency graph',
  question: 'Which of your operations must wait for which, and what does printing wait for?',
};
