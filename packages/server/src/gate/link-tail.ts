/** What people's clipboards leave behind an address: slashes, blanks and ends of lines, as they stand in a path. */
const TAILS: readonly string[] = ['/', '+', '%20', '%09', '%0a', '%0d'];

/** How many characters of a text belong to it when tails are cut off its end. */
const lengthWithoutTail = (text: string): number => {
  let length = text.length;
  for (let cut = 1; cut > 0 && length > 0; length -= cut) {
    const end = text.slice(Math.max(0, length - 3), length).toLowerCase();
    cut = TAILS.find((tail) => end.endsWith(tail))?.length ?? 0;
  }
  return length;
};

/** The address of a request, a subscription link without what was copied along behind its key; others as they are. */
export const withoutTail = (url: string): string => {
  if (!url.startsWith('/api/subscript/')) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.slice(0, lengthWithoutTail(path)) + url.slice(path.length);
};
