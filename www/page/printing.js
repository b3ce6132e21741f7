/**
 * Prepares the page for paper: unfolds opened experiments and draws in the light theme.
 * @param {Iterable<import('./experiment-section.js').ExperimentSection>} sections
 */
export function prepareForPrint(sections) {
  const { dataset } = document.documentElement;
  /** @type {string|undefined} */
  let theme;
  const repaint = () => {
    for (const section of sections) section.repaint();
  };
  addEventListener('beforeprint', () => {
    theme = dataset.theme;
    dataset.theme = 'light';
    for (const section of sections) section.unfold();
    repaint();
  });
  addEventListener('afterprint', () => {
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    repaint();
  });
}
