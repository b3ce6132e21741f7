/**
 * One experiment in any page, as one module without a bundler:
 *
 *   <script type="module" src="https://…/www/embed.js"></script>
 *   <async-lab experiment="warmup" lang="en"></async-lab>
 *
 * It registers the element; its default export is a widget for anywidget (Jupyter, MyST). Attributes, events and styles: docs/embed.md.
 */
import { AsyncLab } from './embed/element.js';
import { render } from './embed/widget.js';

// A page may load two versions: the first one stays.
if (!customElements.get('async-lab')) customElements.define('async-lab', AsyncLab);

export { AsyncLab };
export default { render };
