import { inTransaction, type Db } from '@skyport/db';
import { mailIsOn, makeMailMessage, queueMail } from '../mail/index.ts';
import { addDays, dayOf } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { anchorProof, type Link } from './chain-rules.ts';
import { findOperator } from './operator.ts';
import {
  dropChain,
  findAnchor,
  findBegin,
  findEnd,
  findLink,
  isMailWaiting,
  lastBefore,
  lockChain,
  noteMailed,
  proveAnchor,
  putAnchor,
} from './store.ts';
import { texts } from './texts.ts';
import { verifyChain } from './verify.ts';

/** Whole months that are kept. */
const KEPT_MONTHS = 24;

/** Where the operator's mail goes; undefined while there is nobody to write to, or nothing to write with. */
const operatorAddress = async (deps: Pick<Deps, 'db' | 'settings'>): Promise<string | undefined> =>
  mailIsOn(deps.settings.current()) ? (await findOperator(deps))?.email : undefined;

const mailAnchor = async (trx: Db, deps: Deps, { to, link }: { to: string; link: Link }): Promise<void> => {
  const message = makeMailMessage({
    site: deps.settings.current().site_name,
    subject: texts.subject,
    before: [texts.end(link.seq, link.chain.toString('hex'))],
    after: [texts.keep],
  });
  const mailId = await queueMail(trx, deps, { to, kind: 'audit_end', urgency: 'security', message });
  if (mailId) await putAnchor(trx, link, { at: deps.clock.now(), mailId });
};

/** Mails the chain's end to the operator, unless it was mailed before. */
export const mailEnd = async (deps: Deps): Promise<void> => {
  const to = await operatorAddress(deps);
  if (to === undefined) return;
  await inTransaction(deps.db, async (trx) => {
    await lockChain(trx);
    const link = await findEnd(trx);
    if (link && !(await findAnchor(trx, link.seq))) await mailAnchor(trx, deps, { to, link });
  });
};

/** First instant that is kept: the beginning of the month, as the operator's calendar has it, two years ago. */
const keptFrom = ({ clock, settings }: Deps): Date => {
  const { timezone } = settings.current();
  const [year, month] = dayOf(clock.now(), timezone).split('-');
  const first = `${Number(year) - KEPT_MONTHS / 12}-${month}-01`;
  // Midnight there is at most 14 hours from midnight in UTC.
  let instant = Date.parse(`${addDays(first, -1)}T00:00:00Z`);
  while (dayOf(new Date(instant), timezone) < first) instant += QUARTER_MS;
  return new Date(instant);
};
const QUARTER_MS = 15 * 60_000;

/**
 * Removes whole months that are older than two years, behind an anchor whose mail was taken by a mail server; then
 * verification begins there. The first run mails the anchor, a later one removes. Without mail nothing is removed, nor
 * while the chain does not verify.
 */
export const dropOldMonths = async (deps: Deps): Promise<void> => {
  await noteMailed(deps.db);
  const to = await operatorAddress(deps);
  if (to === undefined) return;
  const seq = await lastBefore(deps.db, keptFrom(deps));
  if (seq <= ((await findBegin(deps.db))?.seq ?? 0)) return;
  if ((await verifyChain(deps)).problems.length > 0) return;
  await inTransaction(deps.db, async (trx) => {
    await lockChain(trx);
    const [link, anchor] = [await findLink(trx, seq), await findAnchor(trx, seq)];
    if (!link) return;
    if (anchor?.mailedAt) {
      await proveAnchor(trx, seq, anchorProof(deps.secrets, link));
      const removed = await dropChain(trx, seq);
      deps.log.info({ removed, upTo: seq }, 'old months of the audit were removed');
    } else if (!anchor?.mailId || !(await isMailWaiting(trx, anchor.mailId))) {
      await mailAnchor(trx, deps, { to, link });
    }
  });
};
