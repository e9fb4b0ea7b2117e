import { filledSubject, MOST_SUBJECT_BYTES, SHORT_TRADE } from '@skyport/contract/pay-subject';
import { epayTexts } from './texts.ts';

/**
 * What is paid for, from an instance's template: `{id}` is a short number of the trade. Without what would split a
 * signed text, and cut to 127 bytes between characters.
 */
export const subjectOf = (template: string, tradeNumber: string): string => {
  const clean = template.replaceAll(/[&=\p{Cc}\p{Cs}]/gu, '').trim() || epayTexts.subject;
  let bytes = 0;
  let text = '';
  for (const sign of filledSubject(clean, tradeNumber.slice(-SHORT_TRADE))) {
    bytes += Buffer.byteLength(sign);
    if (bytes > MOST_SUBJECT_BYTES) break;
    text += sign;
  }
  return text.trim();
};
