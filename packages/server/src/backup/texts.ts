import { cleanText } from '../platform/clean-text.ts';

/** Characters of a sentence about a problem. */
const MOST_TEXT = 500;
/** Problems of the ledger that a sentence names. */
const NAMED = 3;

const fixed = (text: string) => (): string => text;

/** Sentences of `npm run restore` and of libraries, in Chinese. The first pattern that fits counts. */
const sentences: readonly (readonly [RegExp, (...groups: string[]) => string])[] = [
  [/^The backup is cut off/, fixed('文件不完整：写入中断，或复制不完整')],
  [/^The backup is damaged: the checksum of its manifest is wrong/, fixed('清单的校验和不符')],
  [/^The backup is damaged: the checksum of (\S+) is wrong/, (name) => `${name} 的校验和不符`],
  [/^The backup is damaged: (\S+) is missing/, (name) => `缺少 ${name}`],
  [/^The backup is damaged: the tables (.+?) are missing/, (names) => `缺少表 ${names}`],
  [/^The backup is damaged: it holds (\S+), which/, (name) => `含有清单中没有的 ${name}`],
  [/^The backup is damaged: it has no manifest/, fixed('缺少清单')],
  [/^The backup is damaged: a header is broken/, fixed('文件头已损坏')],
  [/^The backup is damaged: its manifest was changed/, fixed('清单被改动过：没有用 SECRET_KEY 重新签名')],
  [/^The backup is damaged: ([^.]+)/, (detail) => `文件已损坏（${detail}）`],
  [/^The table (\S+) holds other rows/, (name) => `恢复后表 ${name} 的内容与备份不同`],
  [/^The backup belongs to another SECRET_KEY/, fixed('属于另一个 SECRET_KEY，请检查 SECRET_KEY_OLD')],
  [/^BACKUP_PASSPHRASE is not the passphrase/, fixed('BACKUP_PASSPHRASE 与备份时不同')],
  [/^BACKUP_PASSPHRASE must be at least (\d+)/, (least) => `BACKUP_PASSPHRASE 至少需要 ${least} 个字符`],
  [/^The backup is newer than this program/, fixed('由更新版本的程序备份')],
  [/^The job queue of the backup is newer/, fixed('由更新版本的程序备份（任务队列）')],
  [/^The migration (\S+) of the backup is not/, (name) => `数据库结构 ${name} 与本程序不同`],
  [/^The backup has format (\d+)/, (format) => `备份格式 ${format} 与本程序不同`],
  [/is not a backup of Skyport/, fixed('不是本程序的备份')],
  [/ENOSPC|could not extend file|No space left/i, fixed('磁盘空间不足')],
  [/EACCES|EPERM|EROFS/, fixed('没有写入备份文件夹的权限')],
  [/ENOENT|ENOTDIR|cannot be read/, fixed('文件无法读取')],
  [/permission denied to create database/, fixed('数据库所有者没有创建数据库的权限，请执行 ALTER ROLE … CREATEDB')],
  [/^The database (\S+) was not made by a test restore/, (name) => `数据库 ${name} 不是试恢复创建的，请改名或删除`],
  [/too few locks/, fixed('数据库服务器的锁不足，请将 max_locks_per_transaction 设为 256 并重启')],
  [/permission denied|must be owner/, fixed('数据库账号权限不足，请设置 DATABASE_OWNER_URL')],
  [/^the program for backups ended/, fixed('备份程序意外结束，可能内存不足，请查看日志')],
  [/ECONNREFUSED|ENOTFOUND|ETIMEDOUT|Connection terminated/, fixed('数据库连接中断')],
];

/** A problem in Chinese; one that is not known is quoted without what looks like a secret. */
export const sentenceOf = (problem: string): string => {
  for (const [pattern, say] of sentences) {
    const found = pattern.exec(problem);
    // The parts are names of tables and files, which may be long.
    if (found) return say(...found.slice(1)).slice(0, MOST_TEXT);
  }
  return cleanText(problem, MOST_TEXT);
};

/** Texts of what the server says about backups. */
export const texts = {
  interrupted: '备份中断：程序已退出',
  gone: '备份文件不存在',
  ledger: (problems: readonly string[]): string =>
    cleanText(
      `账目核对发现 ${problems.length} 处差异：${problems.slice(0, NAMED).join('；')}${problems.length > NAMED ? ' …' : ''}`,
      MOST_TEXT,
    ),
  underWay: '已有备份等待执行或正在执行',
  notGood: '只有完好的备份可以试恢复',
  restoreUnderWay: '该备份已在试恢复',
  deleteUnderWay: '该备份已在等待删除',
  inUse: '该备份正在写入或试恢复，请等它结束后再删除',
  newestGood: '最近一份完好的备份不能删除',
  kept: '已是最近一份完好的备份，没有删除',
  notDeleted: (problem: string): string => `没有删除：${problem}`,
  subject: '备份告警',
  open: '查看备份',
  stale: (hours: number, since: string | null): string =>
    since === null
      ? `自动备份已开启超过 ${hours} 小时，但还没有一份完好的备份。请检查备份页面上的原因。`
      : `最近一份完好的备份是 ${since} 的，已超过两个备份间隔（${hours} 小时）。请检查备份页面上的原因。`,
  restoreFailed: (file: string, problem: string): string => `备份 ${file} 试恢复未通过：${problem}`,
  failed: (problem: string): string => `自动备份失败：${problem}。每小时重试一次，直到成功。`,
  copyFailed: (reason: string): string => `对象存储没有接受副本（${reason}）`,
  copyAlarm: (file: string, problem: string): string => `备份 ${file} 没有复制到对象存储：${problem}`,
  damaged: (file: string, problem: string): string => `备份 ${file} 校验未通过：${problem}`,
} as const;
