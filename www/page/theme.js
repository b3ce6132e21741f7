// Applies the theme of the link, or else the reader's, before the first paint; a classic script, because modules run after it.
try {
  const [, linked] = /[?&]theme=(auto|light|dark)(?:&|$)/.exec(location.hash) ?? [];
  const theme = linked ?? localStorage.getItem('asynclab.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme is then right.
}
