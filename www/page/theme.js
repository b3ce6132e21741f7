// Applies the reader's theme before the first paint; a classic script, because modules run after it.
try {
  const theme = localStorage.getItem('asynclab.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme is then right.
}
