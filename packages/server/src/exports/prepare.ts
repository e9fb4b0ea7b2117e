import { type ExportTicket, TICKET_SECONDS } from '@skyport/contract/list-export';
import { inTransaction } from '@skyport/db';
import { DAY_MS, dayOf, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Account, CallContext, Deps, StaffContext } from '../platform/deps.ts';
import type { ExportedList } from '../platform/list-export.ts';
import { refuse } from '../platform/refuse.ts';
import { sha256 } from '../platform/secrets.ts';
import { countOpen, forgetExports, insertExport, lockExports } from './store.ts';

/** An export that has not ended after this time is broken off. */
export const LONGEST_MS = 10 * MINUTE_MS;

/** So many exports run at once, of all processes; an account has one. */
const MOST_AT_ONCE = 3;

const BUSY = { own: '您的另一个导出还没有结束，请等它完成后再试', all: '正在进行的导出太多，请稍后再试' } as const;

/** What of a list is asked for. */
interface Asked<Filter> {
  readonly filter: Filter & object;
  readonly columns: readonly string[];
}

/** Who asks, and how the audit hears of it. */
type Asker = Pick<CallContext<Account>, 'caller'> & StaffContext;

/** What the file of a list is called, on a day of the shop. */
export const fileName = (list: Pick<ExportedList, 'name'>, { clock, settings }: Pick<Deps, 'clock' | 'settings'>) =>
  `${list.name}-${dayOf(clock.now(), settings.current().timezone)}.csv`;

/**
 * Notes in the audit that a list is exported, and gives the ticket by which the caller's session fetches it. Refuses
 * 1109 while another export of the caller runs, or too many of all.
 */
export const prepareExport = async <Filter, Row extends { readonly id: string }>(
  list: ExportedList<Filter, Row>,
  { asked, by }: { readonly asked: Asked<Filter>; readonly by: Asker },
  deps: Deps,
): Promise<ExportTicket> => {
  const { db, ids, clock } = deps;
  const { caller, audited } = by;
  const rows = await list.count(deps, asked.filter);
  const [now, ticket, id] = [clock.now().getTime(), ids.token(), ids.next()];
  const ago = (ms: number): Date => new Date(now - ms);
  const draft = {
    id,
    ticket_hash: sha256(ticket),
    user_id: caller.id,
    session: caller.session,
    list: list.name,
    filter: asked.filter,
    columns: asked.columns,
    titles: asked.columns.map((column) => list.columns[column]!.title),
    rows,
    made_at: new Date(now),
  };
  await inTransaction(db, async (trx) => {
    await lockExports(trx);
    await forgetExports(trx, caller.id, ago(DAY_MS));
    const open = await countOpen(trx, caller.id, { asked: ago(TICKET_SECONDS * SECOND_MS), begun: ago(LONGEST_MS) });
    if (open.own > 0) refuse('conflict', BUSY.own);
    if (open.all >= MOST_AT_ONCE) refuse('conflict', BUSY.all);
    await audited(trx, { ids: [id] }, () => insertExport(trx, draft));
  });
  return { _id: id, ticket, rows, file: fileName(list, deps) };
};
