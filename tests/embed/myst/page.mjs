// The part of MyST's themes that renders a widget, without the rest of a theme. It is bundled into a course page, which lists the widgets
// that MyST found. `@myst-theme/anywidget` is the themes' own renderer.
import { ANY_RENDERERS } from '@myst-theme/anywidget';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const main = document.querySelector('main');
const widgets = JSON.parse(main.dataset.widgets);
const root = createRoot(main);
root.render(widgets.map((node) => createElement(ANY_RENDERERS.anywidget, { key: node.key, node })));
// Stands for a reader who opens another page of the site.
addEventListener('leave', () => root.unmount());
