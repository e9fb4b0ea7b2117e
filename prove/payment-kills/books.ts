import { sql } from 'kysely';
import { auditShop } from '../shop/journal.ts';
import type { Till } from './tills.ts';
import type { PayWorld } from './world.ts';

/** What the books of a shop are held against. */
export type Audited = Pick<PayWorld, 'journal' | 'people' | 'tills' | 'strays' | 'forged'> & {
  readonly shop: Pick<PayWorld['shop'], 'app'>;
};

/** Money as the shop has it. */
interface Row {
  readonly reference: string;
  readonly amount: number;
  readonly outcome: string;
}

const rowsOf = async ({ shop }: Audited, { instance }: Till): Promise<Row[]> =>
  shop.app.deps.db
    .selectFrom('payments')
    .select(['reference', 'amount', 'outcome'])
    .where('instance', '=', instance)
    .execute();

/** Milli-yuan that an instance has by the ledger. */
const clearingOf = async ({ shop }: Audited, { instance }: Till): Promise<number> => {
  const row = await shop.app.deps.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', `clearing:${instance}`)
    .where('unit', '=', 'CNY_MILLI')
    .executeTakeFirst();
  return -(row?.balance ?? 0);
};

/** What a gateway's own books say and the shop does not, or the other way round. */
const tillProblems = async (world: Audited, till: Till): Promise<string[]> => {
  const { gateway, instance } = till;
  const paid = [...gateway.books.orders.values()].filter(({ paidFen }) => paidFen > 0);
  const rows = await rowsOf(world, till);
  const problems = paid.flatMap(({ tradeNo, paidFen }) => {
    const ends = rows.filter(({ reference }) => reference === tradeNo);
    const isStray = world.strays.has(tradeNo);
    const isRight = ends.length === 1 && ends[0]!.amount === paidFen * 10;
    if (!isRight) return [`${paidFen} fen of ${tradeNo} at ${instance} ended in ${JSON.stringify(ends)}`];
    return (ends[0]!.outcome === 'unclaimed') === isStray
      ? []
      : [`${tradeNo} at ${instance} is ${ends[0]!.outcome}${isStray ? ', and was for no trade of it' : ''}`];
  });
  const unpaid = rows.filter(({ reference }) => !paid.some(({ tradeNo }) => tradeNo === reference));
  const [booked, takings] = [await clearingOf(world, till), gateway.books.takings() * 10];
  return [
    ...problems,
    ...unpaid.map(({ reference }) => `nobody has paid ${reference} at ${instance}`),
    ...(booked === takings ? [] : [`${instance} took ${takings}, the ledger has ${booked}`]),
  ];
};

/** Payments that the shop has acknowledged, and does not have. */
const lostNotices = async ({ shop, tills }: Audited): Promise<string[]> => {
  const acknowledged = tills.flatMap(({ gateway }) =>
    [...gateway.books.orders.values()].filter((order) => order.acknowledged).map(({ tradeNo }) => tradeNo),
  );
  const { rows } = await sql<{ reference: string }>`
    select reference from unnest(${acknowledged}::text[]) as a (reference)
     where not exists (select from claims c where c.reference = a.reference)`.execute(shop.app.deps.db);
  return rows.map(({ reference }) => `acknowledged and not stored: ${reference}`);
};

/** Claims of money that was paid, and which nothing settles by itself any more. */
const doubtful = async ({ shop, forged }: Audited): Promise<string[]> => {
  const rows = await shop.app.deps.db
    .selectFrom('claims')
    .select(['reference', 'verdict'])
    .where('state', '=', 'doubtful')
    .execute();
  return rows
    .filter(({ reference }) => !forged.has(reference))
    .map(({ reference, verdict }) => `${reference} was paid and is left to staff: ${verdict}`);
};

/** Holds the shop against the simulators' own books, and against itself; all that was paid has been told of by now. */
export const auditPayments = async (world: Audited): Promise<string[]> => [
  ...(await auditShop(world.shop.app, world.journal, world.people)),
  ...(await Promise.all(world.tills.map((till) => tillProblems(world, till)))).flat(),
  ...(await lostNotices(world)),
  ...(await doubtful(world)),
];
