/** Leaves for another site's address. */
export const leaveFor = (url: string): void => {
  window.location.assign(url);
};

/** Goes to a hash route from outside React, e.g. `goTo('/login')`. */
export const goTo = (path: string): void => {
  window.location.hash = `#${path}`;
};
