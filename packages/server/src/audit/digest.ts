import { inTransaction, type Db } from '@skyport/db';
import { consoleBase, makeMailMessage } from '../mail/index.ts';
import { tellOperators } from '../notices/index.ts';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { emailsOf } from '../users/index.ts';
import { digestKinds, digestLines, type DigestLine } from './digest-rules.ts';
import { listOfDays, lockDigest, noteDigest } from './digest-store.ts';
import { digestTexts, lineText } from './digest-texts.ts';

const HREF = '#/admin_audit';
/** Entries that one digest reads at most: a series of coupons may have ten thousand. */
const MOST_ENTRIES = 20_000;
/** Lines that the bell and Telegram name, and the mail. */
const NAMED = { short: 5, mail: 40 };

/**
 * Tells the operators, once a business day that is over, what staff minted or adjusted on it; of days that nobody told
 * of because no panel ran, with them. Says nothing of a day without such a change.
 */
export const sendDigest = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const { timezone } = deps.settings.current();
    const to = addDays(dayOf(deps.clock.now(), timezone), -1);
    const told = await lockDigest(trx, addDays(to, -1));
    if (told >= to) return;
    const from = addDays(told, 1);
    const days = { kinds: digestKinds, from, to, timezone, limit: MOST_ENTRIES };
    const lines = digestLines(await listOfDays(trx, days));
    if (lines.length > 0) await tellDigest(trx, deps, { days: from === to ? to : `${from} – ${to}`, lines });
    await noteDigest(trx, to);
  });

const tellDigest = async (
  trx: Db,
  deps: Deps,
  { days, lines }: { readonly days: string; readonly lines: readonly DigestLine[] },
): Promise<void> => {
  const actors = lines.flatMap(({ actor }) => (actor === null ? [] : [actor]));
  const emails = await emailsOf(trx, actors);
  const said = lines.slice(0, NAMED.mail).map((line) => lineText(line, emails));
  const settings = deps.settings.current();
  const mail = makeMailMessage({
    site: settings.site_name,
    subject: digestTexts.subject(days),
    before: [digestTexts.head(days, lines.length), ...said, ...digestTexts.more(lines.length - said.length)],
    link: { label: digestTexts.open, url: `${consoleBase(deps.env, settings)}/${HREF}` },
  });
  const short = said.slice(0, NAMED.short);
  const text = [digestTexts.head(days, lines.length), ...short, ...digestTexts.more(lines.length - short.length)];
  await tellOperators(trx, deps, { kind: 'security', href: HREF, text: text.join('；'), mail, name: 'audit_digest' });
};
