/**
 * Moves the focus to the heading of the page, so that a screen reader reads it out; false while there
 * is no heading yet.
 */
export const focusPage = (page = document): boolean => {
  const heading = page.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
};
