// The part of MyST's themes that shows a widget, without the rest of a theme: the course page holds the widgets that MyST found in it, and
// this is bundled into it. `@myst-theme/anywidget` is the themes' own renderer.
import { ANY_RENDERERS } from '@myst-theme/anywidget';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const main = document.querySelector('main');
const widgets = JSON.parse(main.dataset.widgets);
const root = createRoot(main);
root.render(widgets.map((node) => createElement(ANY_RENDERERS.anywidget, { key: node.key, node })));
// As when a reader goes on to another page of the site.
addEventListener('leave', () => root.unmount());
