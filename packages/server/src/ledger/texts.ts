import type { LedgerProblem } from '@skyport/db';

/** Problems of which a message names the detail; the rest stand in the error log. */
const NAMED = 3;

/** Texts of what the server says about the ledger. */
export const texts = {
  subject: '账本核对发现差异',
  open: '查看错误日志',
  alarm: (fresh: readonly LedgerProblem[]): string => {
    const named = fresh.slice(0, NAMED).map(({ problem, detail }) => `${problem} (${detail})`);
    return `账本核对发现 ${fresh.length} 处差异：${named.join('；')}${fresh.length > NAMED ? ' …' : ''}。请尽快核实，在查明之前不要手工改动数据库。`;
  },
} as const;
