/** What the page shows of the experiment before it is opened, in English. */
export default {
  place: 4,
  title: 'Barriers: what waits, and for how much',
  question: 'Which calls wait, and do they wait for everything or only for what they need?',
};
