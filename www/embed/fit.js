// For pages with frames of `embed.html`: gives each frame the height of its content, up to `HIGHEST` px. Messages of other frames are ignored.
const HIGHEST = 20_000;

addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'asynclab:size' || !Number.isFinite(data.height)) return;
  if (data.height < 0 || data.height > HIGHEST) return;
  const frames = /** @type {NodeListOf<HTMLIFrameElement>} */ (document.querySelectorAll('iframe'));
  const frame = Array.from(frames).find(({ contentWindow }) => contentWindow === source);
  const shows = frame && URL.canParse(frame.src) && new URL(frame.src).pathname;
  if (shows && shows.endsWith('/embed.html')) frame.style.height = `${data.height}px`;
});
