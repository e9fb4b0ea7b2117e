import { sql } from 'kysely';
import type { Audited } from './provider.ts';

/** A payment in the books of a simulator; money in fen. */
export interface Taken {
  /** What the shop knows it by. */
  readonly reference: string;
  readonly paidFen: number;
  readonly acknowledged: boolean;
}

/** What an instance of the shop is held against. */
export interface Takings {
  readonly instance: string;
  /** Payments, paid or not. */
  readonly payments: readonly Taken[];
  /** Fen that customers have paid in all, by the books themselves. */
  readonly takings: number;
}

/** Money as the shop has it. */
interface Row {
  readonly reference: string;
  readonly amount: number;
  readonly outcome: string;
}

const rowsOf = async ({ shop }: Audited, instance: string): Promise<Row[]> =>
  shop.app.deps.db
    .selectFrom('payments')
    .select(['reference', 'amount', 'outcome'])
    .where('instance', '=', instance)
    .execute();

/** Milli-yuan that an instance has by the ledger. */
const clearingOf = async ({ shop }: Audited, instance: string): Promise<number> => {
  const row = await shop.app.deps.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', `clearing:${instance}`)
    .where('unit', '=', 'CNY_MILLI')
    .executeTakeFirst();
  return -(row?.balance ?? 0);
};

/** Payments that the shop has acknowledged, and does not have. */
const lostNotices = async ({ shop }: Audited, payments: readonly Taken[]): Promise<string[]> => {
  const acknowledged = payments.filter((each) => each.acknowledged).map(({ reference }) => reference);
  const { rows } = await sql<{ reference: string }>`
    select reference from unnest(${acknowledged}::text[]) as a (reference)
     where not exists (select from claims c where c.reference = a.reference)`.execute(shop.app.deps.db);
  return rows.map(({ reference }) => `acknowledged and not stored: ${reference}`);
};

/** What a simulator's books say and the shop does not, or the other way round; what was acknowledged and is lost. */
export const takingsProblems = async (world: Audited, own: Takings): Promise<string[]> => {
  const { instance, payments, takings } = own;
  const paid = payments.filter(({ paidFen }) => paidFen > 0);
  const rows = await rowsOf(world, instance);
  const problems = paid.flatMap(({ reference, paidFen }) => {
    const ends = rows.filter((row) => row.reference === reference);
    const isStray = world.strays.has(reference);
    const isRight = ends.length === 1 && ends[0]!.amount === paidFen * 10;
    if (!isRight) return [`${paidFen} fen of ${reference} at ${instance} ended in ${JSON.stringify(ends)}`];
    return (ends[0]!.outcome === 'unclaimed') === isStray
      ? []
      : [`${reference} at ${instance} is ${ends[0]!.outcome}${isStray ? ', and was for no trade of it' : ''}`];
  });
  const unpaid = rows.filter((row) => !paid.some(({ reference }) => reference === row.reference));
  const booked = await clearingOf(world, instance);
  return [
    ...problems,
    ...unpaid.map(({ reference }) => `nobody has paid ${reference} at ${instance}`),
    ...(booked === takings * 10 ? [] : [`${instance} took ${takings * 10}, the ledger has ${booked}`]),
    ...(await lostNotices(world, payments)),
  ];
};
