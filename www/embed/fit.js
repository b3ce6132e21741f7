// For the page around frames of `embed.html`: each becomes as high as what it shows.
addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'asynclab:size' || !Number.isFinite(data.height)) return;
  const frames = /** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll('iframe'));
  const frame = Array.from(frames).find(({ contentWindow }) => contentWindow === source);
  if (frame) frame.style.height = `${data.height}px`;
});
