import { MOST_RECONCILED, type reconcileCalls } from '@skyport/contract/reconcile';
import { inTransaction } from '@skyport/db';
import { emailsOf } from '../accounts/index.ts';
import type { Deps, HandlersOf } from '../platform/deps.ts';
import { explainDifference, settleDifference } from './decide-difference.ts';
import { listLines, listRuns, type LineRow } from './reconcile-store.ts';

const amountOf = (thousandths: number | null): number | null => (thousandths === null ? null : thousandths / 1000);

const presentLine = (row: LineRow, emails: ReadonlyMap<string, string>, { payments }: Pick<Deps, 'payments'>) => ({
  _id: row.id,
  platform: payments.labelOf(row.instance),
  day: row.day,
  kind: row.kind,
  reference: row.reference,
  tradeno: row.trade_number,
  theirs: amountOf(row.theirs),
  ours: amountOf(row.ours),
  currency: row.currency,
  state: row.state,
  found_at: row.found_at.toISOString(),
  closed_by: emails.get(row.closed_by ?? '') ?? '',
  closed_why: row.closed_why,
});

/** What was settled, for the audit; thousandths of the currency. */
const noteOf = ({ reference, theirs, currency }: LineRow): object => ({ reference, amount: theirs, currency });

/** Lists of payment providers compared with ours, and what staff decide about differences. */
export const reconcileHandlers: HandlersOf<typeof reconcileCalls> = {
  reconciliationList: async (_input, _context, deps) =>
    (await listRuns(deps.db, MOST_RECONCILED)).map(({ id, instance, state, way, ran_at, ...counts }) => ({
      _id: id,
      platform: deps.payments.labelOf(instance),
      state: state === 'failed' ? 'failed' : 'done',
      way: way === 'query' ? 'query' : 'list',
      ran_at: ran_at.toISOString(),
      ...counts,
    })),
  differenceList: async (filter, _context, deps) => {
    const rows = await listLines(deps.db, filter, MOST_RECONCILED);
    const emails = await emailsOf(deps.db, [...new Set(rows.flatMap(({ closed_by }) => closed_by ?? []))]);
    return rows.map((row) => presentLine(row, emails, deps));
  },
  settleDifference: async ({ difference_id: id }, { caller, audited }, deps) => {
    await inTransaction(deps.db, (trx) =>
      audited(trx, { ids: [id], note: noteOf }, () => settleDifference(trx, deps, { id, by: caller.id })),
    );
    return {};
  },
  explainDifference: async ({ difference_id: id, reason }, { caller, audited }, deps) => {
    await inTransaction(deps.db, (trx) =>
      audited(trx, { ids: [id] }, () => explainDifference(trx, deps, { id, by: caller.id, reason })),
    );
    return {};
  },
};
