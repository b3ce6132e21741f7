/** What the page shows of the warm-up before it is opened, in English. */
export default {
  place: 1,
  title: 'Warm-up: ask, and go on',
  question:
    'You ask for ten matrix products. When do you have control back, and when are the products done?',
};
