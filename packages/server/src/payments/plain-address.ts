/** An address that is whole and in ASCII, with no query. Throws for another. */
export const plainAddress = (address: string): string => {
  if (!isPlain(address)) throw new Error('the address of notifications or of the way back is not a plain one');
  return address;
};

/** Whether an address is whole and in ASCII, with no query: nothing in it can split a signed text. */
export const isPlain = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && /^[!-~]+$/.test(address) && !/[?#&=@]/.test(address);
};
