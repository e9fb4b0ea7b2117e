import type { OwnText } from '@skyport/documents';
import { GIB } from '@skyport/contract/units';
import { dayOf } from '../platform/clock.ts';
import type { Usage } from './rules.ts';

const gigabytes = (bytes: number): string => `${Number((bytes / GIB).toFixed(2))}GB`;

/** First row of a list as Shadowrocket shows it below the subscription's name. */
const statusLine = ({ upload, download, total, expireSeconds }: Usage, timezone: string): string => {
  const until = expireSeconds === null ? '' : `💡Expires:${dayOf(new Date(expireSeconds * 1000), timezone)}`;
  return `STATUS=🚀↑:${gigabytes(upload)},↓:${gigabytes(download)},TOT:${gigabytes(total)}${until}`;
};

/** The texts of one person that documents can carry; each is made only when a document asks for it. */
export const personalTexts =
  (person: {
    readonly link: () => string;
    readonly usage: Usage;
    readonly timezone: string;
  }): ((which: OwnText) => string) =>
  (which) => {
    const { usage } = person;
    const used = usage.upload + usage.download;
    switch (which) {
      case 'link':
        return person.link();
      case 'usage':
        return statusLine(usage, person.timezone);
      case 'used':
        return String(used);
      case 'left':
        return String(Math.max(0, usage.total - used));
    }
  };
