// The widget for MyST, which copies the module that a page names among its own files: nothing beside it can be reached from
// there. So this one imports nothing before it knows where the lab is: from the model, or from its own address where it was
// not copied.

/**
 * @param {object} context
 * @param {{get: (name: string) => any}} context.model the element's attributes, and `lab`, the address of the lab
 * @param {HTMLElement} context.el what the widget is put into
 * @returns {Promise<void | (() => void)>} what takes it away again
 */
async function render({ model, el }) {
  const lab = model.get('lab') ?? new URL('../../', import.meta.url).href;
  const { default: widget } = await import(new URL('www/embed.js', lab).href);
  return widget.render({ model, el });
}

export default { render };
