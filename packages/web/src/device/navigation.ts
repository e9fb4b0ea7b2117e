/** Leaves for another site's address. */
export const leaveFor = (url: string): void => {
  window.location.assign(url);
};

/** Referrer policy of links to providers. WeChat's H5 page refuses customers who come without a referrer. */
export const PAY_REFERRER = 'strict-origin';

/** Leaves for a provider's page with this site's origin as the referrer. */
export const leaveToPay = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.referrerPolicy = PAY_REFERRER;
  link.click();
};
