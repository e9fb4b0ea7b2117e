import { FETCHES_KEPT_DAYS, type LinkAlarm, type LinkAlarms, type LinkFetches } from '@skyport/contract/link-watch';
import { DAY_MS } from '../../platform/clock.ts';
import type { AlarmRow, FetchRow } from './store.ts';

/** Fetches from before this instant are removed. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - FETCHES_KEPT_DAYS * DAY_MS);

/** Fetches as the customer sees them. */
export const presentFetches = (
  rows: readonly FetchRow[],
  networks: { readonly networks: number; readonly recent: number },
  alarmAbove: number,
): LinkFetches => ({
  fetches: rows.map((row) => ({
    network: row.network,
    client: row.family,
    version: row.version,
    firstHour: row.first_hour.toISOString(),
    lastHour: row.last_hour.toISOString(),
    count: row.count,
    days: row.days,
  })),
  networks: networks.networks,
  networksToday: networks.recent,
  alarmAbove,
});

/** An account of the operator's list. */
const presentAlarm = (row: AlarmRow): LinkAlarm => ({
  userId: row.id,
  email: row.email,
  networks: row.networks,
  fetches: row.fetches,
  wrongKeys: row.wrong_keys,
  networksToldAt: row.networks_told_at?.toISOString() ?? null,
  wrongKeysToldAt: row.wrong_keys_told_at?.toISOString() ?? null,
});

/** The operator's list with the time of its figures. */
export const presentAlarms = (rows: readonly AlarmRow[]): LinkAlarms => ({
  at: rows[0]?.at.toISOString() ?? null,
  alarms: rows.map(presentAlarm),
});

/** The notice for a customer whose link is used from many networks; it leads to the list of them. */
export const networksNotice = (networks: number, above: number) => ({
  href: '#/?links=1',
  text:
    `过去 24 小时内，有 ${networks} 个不同的网络使用了您的订阅链接（超过 ${above} 个就会提醒）。` +
    '如果不全是您自己的设备，说明链接可能已经泄露，流量会被他人使用。请查看“谁在用我的订阅”，必要时重置订阅链接。',
});

/** The notice for operators when links are being guessed. `most` is the highest number of wrong keys of one account. */
export const guessedNotice = (accounts: number, most: number) => ({
  href: '#/admin_userlist?links=1',
  text: `有人正在猜测订阅链接：${accounts} 个用户在一小时内收到大量错误密钥（单个用户最多 ${most} 次）。详情见用户管理中的“订阅告警”。`,
});
