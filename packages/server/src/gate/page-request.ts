import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser asks for a page that it will show to somebody: it reads HTML, calls itself a browser and, where
 * it says what it asks for, means a whole page. Clients accept anything or say nothing, so that they cost one look
 * at a short text.
 */
export const wantsPage = (headers: IncomingHttpHeaders): boolean => {
  if (headers.accept?.includes('text/html') !== true) return false;
  if (headers['user-agent']?.startsWith('Mozilla/') !== true) return false;
  const use = headers['sec-fetch-dest'];
  return use === undefined || use === 'document';
};
