import type { BilledAccount } from './billed-account-store.ts';
import type { BillingRepository } from './billing-repository.ts';
import type { Charging } from './charge-store.ts';
import { saturated, type Charge } from './billing-rules.ts';

/** A repository through which several reports are billed in one transaction. */
export interface SharedRepository extends BillingRepository {
  /** Writes what was charged since the last time. Before it, the database does not know of it. */
  flush(): Promise<void>;
}

/**
 * A unit of work (Fowler): it reads an account once, however many reports name it, and writes once what all of them
 * charged, because reports of many nodes name the same users. `readBilled` may give more accounts than were asked for.
 */
export const sharedRepository = (repository: BillingRepository): SharedRepository => {
  const accounts = new Map<number, BilledAccount>();
  const waiting = new Map<number, Sum>();
  let usage: Parameters<BillingRepository['addUsage']>[] = [];
  let charging: Charging | undefined;
  const flush = async (): Promise<void> => {
    // Accounts first: the sooner they are written, the fewer of them somebody else has changed since they were read.
    if (charging) {
      const charges = [...waiting.values()].toSorted((a, b) => a.before.userNum - b.before.userNum);
      await repository.writeCharges(charging, charges);
    }
    for (const report of usage) await repository.addUsage(...report);
    waiting.clear();
    [usage, charging] = [[], undefined];
  };
  return {
    readBilled: async (userNums) => {
      const missing = userNums.filter((num) => !accounts.has(num));
      if (missing.length > 0)
        for (const [num, account] of await repository.readBilled(missing)) accounts.set(num, account);
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
        // One object for an account in the whole turn: short-lived copies would have to be collected.
        if (known) add(known, charge);
        else waiting.set(userNum, sumOf(before, charge));
      }
    },
    flush,
  };
};

/** The account before the turn, and everything that it was charged in it. */
interface Sum {
  readonly before: BilledAccount;
  readonly charge: { exempt: number; spent: number; overrun: number; readonly account: Writable<BilledAccount> };
}

/** The first charge of an account. Other reports of the turn see the account as charged from now on. */
const sumOf = (account: BilledAccount, { exempt, spent, overrun, account: after }: Charge<BilledAccount>): Sum => {
  const before = { ...account };
  copyCharged(account, after);
  return { before, charge: { exempt, spent, overrun, account } };
};

/** A later charge, which began where the sum ended. */
const add = ({ charge: sum }: Sum, { exempt, spent, overrun, account }: Charge<BilledAccount>): void => {
  sum.exempt = saturated(sum.exempt + exempt);
  sum.spent += spent;
  sum.overrun = saturated(sum.overrun + overrun);
  copyCharged(sum.account, account);
};

/** Copies what charging changes of an account. Field by field, because a report copies ten thousand accounts. */
const copyCharged = (to: Writable<BilledAccount>, from: BilledAccount): void => {
  to.spent = from.spent;
  to.overrun = from.overrun;
  to.pending = from.pending;
  to.day = from.day;
  to.dayUsed = from.dayUsed;
  to.prevDay = from.prevDay;
  to.prevUsed = from.prevUsed;
  to.hourly = from.hourly;
  to.trialLeft = from.trialLeft;
  to.remainders = from.remainders;
  to.recordDay = from.recordDay;
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };
