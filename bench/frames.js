// Frames with documents of their own, for measurements that must begin afresh.

/**
 * Opens a page of this folder in a frame until it posts its figures.
 * @param {string} page
 * @param {string} about the text after the question mark of its address
 * @returns {Promise<any>}
 */
export async function inFrame(page, about) {
  const frame = document.createElement('iframe');
  frame.src = `${page}?${encodeURIComponent(about)}`;
  const posted = new Promise((resolve) => {
    const listen = ({ data, source }) => {
      if (source !== frame.contentWindow) return;
      removeEventListener('message', listen);
      resolve(data);
    };
    addEventListener('message', listen);
  });
  document.body.append(frame);
  const { error, ...figures } = await posted;
  frame.remove();
  if (error) throw new Error(error);
  return figures;
}
