// The widget for MyST. MyST copies the module that a page names to its own files, from where other modules of the lab cannot
// be reached. So this module imports nothing before it knows the lab's address: from the model or, if it was not copied, from
// its own address.

/**
 * @param {object} context
 * @param {{get: (name: string) => any}} context.model the element's attributes, and `lab`, the address of the lab
 * @param {HTMLElement} context.el the container of the widget
 * @returns {Promise<void | (() => void)>} the function that removes the widget
 */
async function render({ model, el }) {
  const lab = model.get('lab') ?? new URL('../../', import.meta.url).href;
  const { default: widget } = await import(new URL('www/embed.js', lab).href);
  return widget.render({ model, el });
}

export default { render };
