import type { PersonalText } from '@skyport/documents';
import { amountOf, isShownInM } from '@skyport/contract/gift-text';
import { GIB } from '@skyport/contract/units';
import { dayOf } from '../../platform/clock.ts';
import type { Usage } from './rules.ts';

/** Bytes without a blank: "100GB", "4MB". */
const shortAmount = (bytes: number): string =>
  isShownInM(bytes) ? `${amountOf(bytes).replace(' ', '')}B` : `${Number((bytes / GIB).toFixed(2))}GB`;

/** First row of a list as Shadowrocket shows it below the subscription's name. */
const statusLine = ({ upload, download, total, expireSeconds }: Usage, timezone: string): string => {
  const until = expireSeconds === null ? '' : `💡Expires:${dayOf(new Date(expireSeconds * 1000), timezone)}`;
  return `STATUS=🚀↑:${shortAmount(upload)},↓:${shortAmount(download)},TOT:${shortAmount(total)}${until}`;
};

/** Name of the line that says what is left, and until when. */
const quotaName = (left: number, { usage, timezone, useEnglish }: Person): string => {
  const amount = amountOf(left);
  const end = usage.expireSeconds === null ? null : dayOf(new Date(usage.expireSeconds * 1000), timezone);
  if (useEnglish) return end === null ? `${amount} left` : `${amount} left until ${end}`;
  return end === null ? `剩余 ${amount}` : `剩余 ${amount}，${end} 到期`;
};

/** What the personal texts of a document are made of. */
export interface Person {
  /** Their link, as it stands in documents. */
  readonly link: () => string;
  readonly usage: Usage;
  readonly timezone: string;
  readonly useEnglish: boolean;
}

/** The personal texts of documents; each is made only when a document asks for it. */
export const personalTexts =
  (person: Person): ((which: PersonalText) => string) =>
  (which) => {
    const { usage } = person;
    const used = usage.upload + usage.download;
    const left = Math.max(0, usage.total - used);
    switch (which) {
      case 'link':
        return person.link();
      case 'usage':
        return statusLine(usage, person.timezone);
      case 'used':
        return String(used);
      case 'left':
        return String(left);
      case 'quota':
        return encodeURIComponent(quotaName(left, person));
    }
  };

const base36 = (number: number): string => number.toString(36);

/**
 * A short text for an ETag that differs whenever one of the asked texts does, for one person with one key.
 * `place` stands for everything that the texts depend on beside the person: the address and kind of the link,
 * and the time zone.
 */
export const personalTag = (
  texts: readonly PersonalText[],
  place: string,
  { upload, download, total, expireSeconds }: Usage,
): string =>
  texts.every((which) => which === 'link')
    ? place
    : [place, ...[upload, download, total, expireSeconds ?? 0].map(base36)].join('.');
