import { inTransaction, type Db } from '@skyport/db';
import { emailsOf } from '../accounts/index.ts';
import { alarmOperators } from '../notices/index.ts';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { createDigestBuilder, LINES_KEPT, type Digest } from './digest-builder.ts';
import { digestKinds } from './digest-rules.ts';
import { listOfDays, lockDigest, noteDigest, type PlacedEntry } from './digest-store.ts';
import { digestTexts, lineText } from './digest-texts.ts';

const HREF = '#/admin_audit';
/** Entries that are read at a time: a day may have any number of them. */
const PAGE = 1000;
/** Lines that the bell and Telegram name, and the mail. */
const NAMED = { short: 5, mail: LINES_KEPT };

/**
 * Tells the operators, once a business day that is over, what staff minted or adjusted on it; of days that nobody told
 * of because no panel ran, with them. Says nothing of a day without such a change.
 */
export const sendDigest = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const { timezone } = deps.settings.current();
    const to = addDays(dayOf(deps.clock.now(), timezone), -1);
    const notified = await lockDigest(trx, addDays(to, -1));
    if (notified >= to) return;
    const from = addDays(notified, 1);
    const digest = await readDigest(trx, { from, to, timezone });
    if (digest.count > 0) await notifyOfDigest(trx, deps, { days: from === to ? to : `${from} – ${to}`, digest });
    await noteDigest(trx, to);
  });

/** Reads to the end of the last day: whoever adds many entries must not hide those that come after them. */
const readDigest = async (
  trx: Db,
  days: { readonly from: string; readonly to: string; readonly timezone: string },
): Promise<Digest> => {
  const builder = createDigestBuilder();
  let page: readonly PlacedEntry[] = [];
  do {
    page = await listOfDays(trx, { ...days, kinds: digestKinds, limit: PAGE }, page.at(-1));
    builder.add(page);
  } while (page.length === PAGE);
  return builder.build();
};

const notifyOfDigest = async (
  trx: Db,
  deps: Deps,
  { days, digest }: { readonly days: string; readonly digest: Digest },
): Promise<void> => {
  const lines = digest.lines.slice(0, NAMED.mail);
  const people = lines.flatMap((line) => [
    ...(line.actor === null ? [] : [line.actor]),
    ...('account' in line ? [line.account] : []),
    ...(line.what === 'couponChanged' && line.from !== undefined ? [line.from] : []),
  ]);
  const emails = await emailsOf(trx, people);
  const all = lines.map((line) => lineText(line, emails));
  const named = (most: number): string[] => {
    const said = all.slice(0, most);
    return [digestTexts.head(days, digest.count), ...said, ...digestTexts.more(digest, said.length)];
  };
  await alarmOperators(trx, deps, {
    name: 'audit_digest',
    href: HREF,
    subject: digestTexts.subject(days),
    text: named(NAMED.short).join('；'),
    paragraphs: named(NAMED.mail),
    open: digestTexts.open,
  });
};
