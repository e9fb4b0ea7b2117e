import { saturated, type Charge } from './billing-rules.ts';
import type { BilledAccount, BillingBooks } from './billing-store.ts';

/** Books that several reports are billed through in one transaction. */
export interface SharedBooks extends BillingBooks {
  /** Writes what was charged since the last time. Before it, the database does not know of it. */
  flush(): Promise<void>;
}

type Charging = Parameters<BillingBooks['writeCharges']>[0];

/**
 * Books that read an account once, however many reports name it, and write once what all of them charged: reports of many
 * nodes name the same users. `readBilled` may give more accounts than were asked for.
 */
export const sharedBooks = (books: BillingBooks): SharedBooks => {
  const accounts = new Map<number, BilledAccount>();
  const waiting = new Map<number, Sum>();
  let usage: Parameters<BillingBooks['addUsage']>[] = [];
  let charging: Charging | undefined;
  const flush = async (): Promise<void> => {
    // Accounts first: the sooner they are written, the fewer of them somebody else has changed since they were read.
    if (charging) {
      const charges = [...waiting.values()].toSorted((a, b) => a.before.userNum - b.before.userNum);
      await books.writeCharges(charging, charges);
    }
    for (const report of usage) await books.addUsage(...report);
    waiting.clear();
    [usage, charging] = [[], undefined];
  };
  return {
    readBilled: async (userNums) => {
      const missing = userNums.filter((num) => !accounts.has(num));
      if (missing.length > 0) for (const [num, account] of await books.readBilled(missing)) accounts.set(num, account);
      return accounts;
    },
    addUsage: async (...report) => void usage.push(report),
    writeCharges: async ({ day, at }, charges) => {
      // A day has records of its own.
      if (charging && charging.day !== day) await flush();
      charging = { day, at: charging && charging.at > at ? charging.at : at };
      for (const { before, charge } of charges) {
        const { userNum } = before;
        const known = waiting.get(userNum);
        // The account that everybody sees is one object for the whole turn: what lives shortly costs nothing to forget.
        if (known) add(known, charge);
        else waiting.set(userNum, sumOf(before, charge));
      }
    },
    flush,
  };
};

/** What an account was charged in a turn, from what it was before. */
interface Sum {
  readonly before: BilledAccount;
  readonly charge: { exempt: number; spent: number; overrun: number; readonly account: BilledAccount };
}

/** The first charge of an account: from now on it stands at what was charged. */
const sumOf = (account: BilledAccount, { exempt, spent, overrun, account: after }: Charge<BilledAccount>): Sum => {
  const before = { ...account };
  return { before, charge: { exempt, spent, overrun, account: Object.assign(account, after) } };
};

/** A later one, which began where the sum ended. */
const add = ({ charge: sum }: Sum, { exempt, spent, overrun, account }: Charge<BilledAccount>): void => {
  sum.exempt = saturated(sum.exempt + exempt);
  sum.spent += spent;
  sum.overrun = saturated(sum.overrun + overrun);
  Object.assign(sum.account, account);
};
