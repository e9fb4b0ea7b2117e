import type { ChainProblem } from './chain-rules.ts';

/** Texts for what is wrong. */
export const problemText = (problem: ChainProblem): string => {
  switch (problem.kind) {
    case 'edited':
      return `第 ${problem.seq} 条记录被改动`;
    case 'missing':
      return `第 ${problem.seq} 至 ${problem.last} 条记录缺失`;
    case 'cut':
      return `链尾被截断：第 ${problem.seq} 至 ${problem.last} 条记录缺失`;
    case 'replaced':
      return `第 ${problem.seq} 条记录与服务器上保存的链尾不一致`;
    case 'foreign':
      return `记录 ${problem.id} 不是本系统写入的`;
    case 'anchor':
      return `校验起点（第 ${problem.seq} 条）不是本系统设定的`;
  }
};

/** Texts of the audit's notices and mails. */
export const texts = {
  broken: (problems: readonly ChainProblem[]): string =>
    `操作记录校验未通过，共 ${problems.length} 处：${problems.slice(0, 3).map(problemText).join('；')}`,
  subject: '操作记录链尾',
  end: (seq: number, code: string): string => `操作记录的第 ${seq} 条记录，其校验码为：\n${code}`,
  keep: '请保存此邮件：若数据库中的操作记录被截断或替换，可凭此校验码发现。',
} as const;
