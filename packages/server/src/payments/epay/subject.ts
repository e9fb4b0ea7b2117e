import { epayTexts } from './texts.ts';

/** Gateways cut names there. */
const MOST_BYTES = 127;
/** Characters of a trade's number that stand for it. */
const SHORT = 8;

/**
 * What is paid for, from an instance's template: `{id}` is a short number of the trade. Without what would split a
 * signed text, and cut to 127 bytes between characters.
 */
export const subjectOf = (template: string, tradeNumber: string): string => {
  const clean = template.replaceAll(/[&=\p{Cc}\p{Cs}]/gu, '').trim() || epayTexts.subject;
  let bytes = 0;
  let text = '';
  for (const sign of clean.replaceAll('{id}', tradeNumber.slice(-SHORT))) {
    bytes += Buffer.byteLength(sign);
    if (bytes > MOST_BYTES) break;
    text += sign;
  }
  return text.trim();
};
