// For the page around frames of `embed.html`: each becomes as high as what it shows. Other frames have no say, and none is as high as it likes.
const HIGHEST = 20_000;

addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'asynclab:size' || !Number.isFinite(data.height)) return;
  if (data.height < 0 || data.height > HIGHEST) return;
  const frames = /** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll('iframe'));
  const frame = Array.from(frames).find(({ contentWindow }) => contentWindow === source);
  const shows = frame && URL.canParse(frame.src) && new URL(frame.src).pathname;
  if (shows && shows.endsWith('/embed.html')) frame.style.height = `${data.height}px`;
});
