import type { Weakness } from './weakness.ts';

const STATISTICS = 'packages/server/src/statistics';

/** Weaknesses that a month of a whole shop brings to light, by name. */
export const monthWeaknesses: Readonly<Record<string, Weakness>> = {
  'late-use-forgotten': {
    what: 'use that nodes report after its day was closed stands in no row of the statistics',
    changes: [
      {
        file: `${STATISTICS}/close.ts`,
        from: 'const booked = { income, permanent_traffic: use.permanent, quota_traffic: use.quota };',
        to: 'const booked = { income }; void use;',
      },
    ],
  },
  'income-of-before-again': {
    what: 'a closed day counts the income of the days before it once more',
    changes: [
      {
        file: `${STATISTICS}/store.ts`,
        from: '- coalesce((select sum(income) from daily_statistics), 0))::bigint as income',
        to: ')::bigint as income',
      },
    ],
  },
  'a-fen-less': {
    what: 'of what a provider says, all but a fen is booked',
    changes: [
      {
        file: 'packages/server/src/payments/epay/notification.ts',
        from: "const amount = milliOfText(fields.get('money') ?? '');",
        to: "const amount = (milliOfText(fields.get('money') ?? '') ?? 10) - 10;",
      },
    ],
  },
  'uploads-unbilled': {
    what: 'of a report with many rows the uploads of the first are left out',
    changes: [
      {
        file: 'packages/server/src/fleet/pull/pull-rules.ts',
        from: '.map(([line, user, up, down]) => ({ line, user, up, down }));',
        to: '.map(([line, user, up, down], at) => ({ line, user, up: at === 0 ? 0 : up, down }));',
      },
    ],
  },
  'check-in-twice': {
    what: 'whoever checks in gets the traffic of two days',
    changes: [
      {
        file: 'packages/server/src/checkin/check-in.ts',
        from: 'amount: addTraffic,',
        to: 'amount: bytes(2 * addTraffic),',
      },
    ],
  },
};
