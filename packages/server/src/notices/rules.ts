/** Where a notification may lead: a route of the console, or a page over HTTPS. Nothing else is ever a link. */
export const isSafeHref = (href: string): boolean => {
  if (/^#\/[^\s]*$/.test(href) || /^\/#\/[^\s]*$/.test(href)) return true;
  return URL.canParse(href) && new URL(href).protocol === 'https:';
};
