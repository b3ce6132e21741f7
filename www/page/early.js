// Sets theme and language before the first paint. It is a classic script, because modules may run after the first paint.
{
  const root = document.documentElement;
  const stored = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(`asynclab.${name}`);
    } catch {
      return null; // Storage may be forbidden; the system's setting is used then.
    }
  };

  const linked = (/** @type {string} */ name) =>
    new RegExp(`[?&]${name}=([\\w-]+)`).exec(location.href)?.[1];
  const theme = linked('theme') ?? stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  const known = Array.from(
    document.querySelectorAll('link[hreflang]'),
    (link) => /** @type {HTMLLinkElement} */ (link).hreflang,
  );
  const language = [linked('lang'), stored('language'), ...navigator.languages]
    .map((tag) => tag?.toLowerCase().split('-')[0] ?? '')
    .find((tag) => known.includes(tag));
  if (language && language !== root.lang) {
    root.lang = language;
    // The document's own text is English. It is hidden until the page has replaced it, for 2 s at most.
    root.classList.add('unsaid');
    setTimeout(() => root.classList.remove('unsaid'), 2000);
  }
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  for (const folder of ['page', 'experiments']) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
    link.href = new URL(`../${folder}/words/${root.lang}.ftl`, here).href;
    document.head.append(link);
  }
}
