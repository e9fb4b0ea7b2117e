/**
 * Calls `stayed` when the page was in front all the time for `ms`: no other app came, no question of the browser, no
 * other tab. Gives what calls it off.
 */
export const whenStayed = (ms: number, stayed: () => void): (() => void) => {
  const left = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    left.abort();
  };
  const timer = setTimeout(() => {
    stop();
    stayed();
  }, ms);
  window.addEventListener('blur', stop, { signal: left.signal });
  window.addEventListener('pagehide', stop, { signal: left.signal });
  document.addEventListener('visibilitychange', stop, { signal: left.signal });
  return stop;
};
