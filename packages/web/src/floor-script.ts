/*
 * Part of the page itself, before every other script. Below the browser floor (ADR 0063) the page shows one sentence in
 * place of the console. Written in ECMAScript 5, with no imports: the oldest browsers must run it.
 */
(function () {
  var ACCEPTED = 'oldBrowserAccepted';
  var root = document.documentElement;
  var hasOwn: unknown = Object.hasOwn;
  var css = window.CSS as typeof CSS | undefined;
  // Chromium 108 and Safari 15.4 have both.
  if (hasOwn && css && css.supports && css.supports('height', '1dvh')) return;
  try {
    if (localStorage.getItem(ACCEPTED) !== null) return;
  } catch {
    // Without storage the sentence comes with each load.
  }
  root.setAttribute('data-browser-old', '');
  document.addEventListener('click', function (event) {
    if (!event.target || (event.target as Element).id !== 'open-anyway') return;
    root.removeAttribute('data-browser-old');
    try {
      localStorage.setItem(ACCEPTED, '1');
    } catch {
      // As above.
    }
  });
})();
