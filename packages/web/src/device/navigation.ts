/** Goes to a hash route from outside React, e.g. `goTo('/login')`. */
export const goTo = (path: string): void => {
  window.location.hash = `#${path}`;
};
