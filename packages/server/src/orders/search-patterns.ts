import { containing } from '../platform/like-pattern.ts';
import { referenceKey } from './claim-rules.ts';

/** A part of a number of money, as a pattern of the keys by which such numbers are told apart. */
export const partOfReference = (text: string): string =>
  containing(referenceKey(text).replace(/^0X(?=[0-9A-F]+$)/, ''));

/** A part of a number of ours, as a pattern of ids without hyphens; a text of nothing else is no number. */
export const partOfNumber = (text: string): string => containing(text.replaceAll('-', '') || text);
