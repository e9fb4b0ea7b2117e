/** Leaves for another site's address. */
export const leaveFor = (url: string): void => {
  window.location.assign(url);
};
