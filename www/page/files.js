import { h } from './dom.js';

/**
 * Where a reader brings results of other machines: chosen here, or dropped anywhere on the page. What reads and compares
 * them is loaded with the first ones.
 * @param {import('./say.js').Say} say
 * @param {Map<string, import('./experiment-section.js').ExperimentSection>} sections
 */
export function filesSection(say, sections) {
  const place = h('div', { class: 'comparison' });
  const input = h('input', { type: 'file', id: 'compare-files', multiple: true, accept: '.json' });
  /** @type {Promise<import('./compare/comparison.js').Comparison>|null} */
  let comparison = null;
  const take = async (/** @type {FileList|undefined} */ given) => {
    const files = [...(given ?? [])];
    if (files.length === 0) return;
    comparison ??= import('./compare/comparison.js').then(
      ({ Comparison }) => new Comparison(place, sections),
    );
    await (await comparison).add(files);
  };
  input.addEventListener('change', () => {
    take(input.files ?? undefined).catch(failed);
    input.value = ''; // The same file may be chosen again.
  });
  const failed = () => {
    comparison = null; // The next attempt may succeed.
    place.replaceChildren(h('p', { class: 'message', role: 'alert' }, say('problem-NOT_LOADED')));
  };
  const over = document.documentElement.dataset;
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return;
    event.preventDefault();
    over.dropping = '';
  });
  for (const type of ['dragleave', 'drop'])
    document.addEventListener(type, () => delete over.dropping);
  document.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length || event.defaultPrevented) return;
    event.preventDefault();
    take(event.dataTransfer.files).catch(failed);
  });
  return h(
    'section',
    { class: 'compare', id: 'compare', 'aria-labelledby': 'compare-title' },
    h('h2', { id: 'compare-title' }, say('compare')),
    h('p', {}, say('compare-help')),
    h('p', { class: 'field' }, h('label', { for: input.id }, say('compare-files')), input),
    place,
  );
}
