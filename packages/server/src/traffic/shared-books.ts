import type { AccountCharge, BilledAccount, BillingBooks } from './billing-store.ts';

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
  const waiting = new Map<number, AccountCharge>();
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
      for (const each of charges) {
        const { userNum } = each.before;
        const earlier = waiting.get(userNum);
        waiting.set(userNum, earlier ? together(earlier, each) : each);
        accounts.set(userNum, each.charge.account);
      }
    },
    flush,
  };
};

/** Two charges of one account, the second of which began where the first ended, as one. */
const together = (first: AccountCharge, second: AccountCharge): AccountCharge => ({
  before: first.before,
  charge: {
    exempt: first.charge.exempt + second.charge.exempt,
    spent: first.charge.spent + second.charge.spent,
    overrun: first.charge.overrun + second.charge.overrun,
    account: second.charge.account,
  },
});
