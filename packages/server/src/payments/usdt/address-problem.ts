import { readAddresses } from './addresses.ts';
import { usdtTexts } from './texts.ts';

/** What is wrong with a setting of receiving addresses, in Chinese; undefined when it can be used. */
export const addressProblem = (text: string): string | undefined => {
  const read = readAddresses(text);
  return 'why' in read ? usdtTexts.address[read.why](read.part) : undefined;
};
