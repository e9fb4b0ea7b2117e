import { sql } from 'kysely';
import type { Audited } from '../provider.ts';
import { askedOf, listTransfers, RATE, unitsAMilli, type Payment, type ProvedChain } from './coins.ts';

/** Money as the shop has it: thousandths of a USDT, and what it counts in milli-yuan. */
interface Row {
  readonly reference: string;
  readonly amount: number;
  readonly outcome: string;
  readonly trade_id: string | null;
  readonly yuan: number | null;
}

/** A transfer that stands on the chain, and what was meant by it. */
interface Standing {
  readonly txid: string;
  readonly payment: Payment;
  readonly milli: number;
}

const FEN = 10;

/** Milli-yuan that a transfer counts where it went. */
const yuanOf = ({ payment: { trade }, milli }: Standing, outcome: string): number => {
  if (outcome === 'unclaimed' || !trade) return 0;
  return outcome === 'paid' ? trade.amount : Math.floor((milli * RATE) / FEN) * FEN;
};

/** Thousandths that a trade asks beside its price, which is its yuan by the rate, rounded up. */
const addOnOf = ({ payment: { trade } }: Standing): number =>
  trade ? askedOf(trade) - Math.ceil(trade.amount / RATE) : 0;

const standingOf = async ({ coins }: Audited): Promise<{ standing: Standing[]; problems: string[] }> => {
  const [standing, problems]: [Standing[], string[]] = [[], []];
  for (const [txid, units] of await listTransfers(coins)) {
    const sent = coins.sent.get(txid);
    if (sent?.payments.map((payment) => payment.units).join() !== units.join())
      problems.push(`${units.join()} units of ${txid} were sent by nobody`);
    else standing.push(...sent.payments.map((payment) => ({ txid, payment, milli: milliOf(payment, sent.chain) })));
  }
  return { standing, problems };
};

const milliOf = ({ units }: Payment, chain: ProvedChain): number => Number(units / unitsAMilli(chain));

/** The transaction of a reference: a second transfer of one has its place behind. */
const txidOf = ({ reference }: Row): string => {
  const [txid = ''] = reference.split('/');
  return txid.startsWith('0x') ? txid : `0x${txid}`;
};

const isWhere = ({ payment: { trade }, milli }: Standing, { amount, outcome, trade_id }: Row): boolean =>
  amount === milli && (outcome === 'unclaimed') === (trade === undefined) && trade_id === (trade?.id ?? null);

const showTransfer = ({ txid, milli, payment: { trade } }: Standing): string =>
  `${milli} thousandths of ${txid} for ${trade?.id ?? 'no trade'}`;

/** Finds the row of each transfer, and what is wrong with both. */
const match = (standing: readonly Standing[], rows: readonly Row[]) => {
  const [left, matched, problems] = [new Set(rows), new Map<Standing, Row>(), [] as string[]];
  for (const transfer of standing) {
    const own = [...left].filter((row) => txidOf(row) === transfer.txid);
    const row = own.find((each) => isWhere(transfer, each));
    if (!row) problems.push(`${showTransfer(transfer)} ended in ${JSON.stringify(own)}`);
    else if (row.yuan !== null && row.yuan !== yuanOf(transfer, row.outcome))
      problems.push(`${showTransfer(transfer)} counts ${row.yuan} milli-yuan`);
    if (!row) continue;
    left.delete(row);
    matched.set(transfer, row);
  }
  return { matched, problems: [...problems, ...[...left].map((row) => `nobody has sent ${JSON.stringify(row)}`)] };
};

const balancesOf = async ({ shop }: Audited): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; balance: number }>`
    select kind || ' ' || unit as name, balance from ledger_account
     where owner is null and kind in ('clearing:usdt', 'unclaimed', 'exchange', 'rounding')`.execute(shop.app.deps.db);
  return Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance)]));
};

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Accounts of the ledger that are not what the chain's transfers add up to, in USDT and in yuan. */
const sumProblems = async (world: Audited, matched: ReadonlyMap<Standing, Row>): Promise<string[]> => {
  const all = [...matched];
  const taken = all.filter(([, { outcome }]) => outcome !== 'unclaimed');
  const [came, used] = [total(all.map(([{ milli }]) => milli)), total(taken.map(([{ milli }]) => milli))];
  const addOns = total(taken.filter(([, { outcome }]) => outcome === 'paid').map(([transfer]) => addOnOf(transfer)));
  const wanted = {
    'clearing:usdt USDT_MILLI': -came,
    'unclaimed USDT_MILLI': came - used,
    'rounding USDT_MILLI': addOns,
    'exchange USDT_MILLI': used - addOns,
    'exchange CNY_MILLI': -total(taken.map(([transfer, { outcome }]) => yuanOf(transfer, outcome))),
  };
  const balances = await balancesOf(world);
  return Object.entries(wanted)
    .filter(([name, sum]) => (balances[name] ?? 0) !== sum)
    .map(([name, sum]) => `${name} is ${balances[name] ?? 0}, by the chain's own books ${sum}`);
};

/** What the chain's own books say and the shop does not, or the other way round; notes whose money each transfer is. */
export const chainProblems = async (world: Audited): Promise<string[]> => {
  const { standing, problems } = await standingOf(world);
  const rows = await world.shop.app.deps.db
    .selectFrom('payments')
    .select(['reference', 'amount', 'outcome', 'trade_id', 'yuan'])
    .where('instance', '=', 'usdt')
    .execute();
  const found = match(standing, rows);
  for (const [transfer, { reference, amount, outcome }] of found.matched)
    world.journal.told.set(reference, { num: transfer.payment.num, amount, yuan: yuanOf(transfer, outcome) });
  return [...problems, ...found.problems, ...(await sumProblems(world, found.matched))];
};
