import { tradeModeNames } from '@skyport/contract/orders';
import { stateName, tradeStated } from '@skyport/contract/trades-columns';
import { findStaffTrade } from '../payments/index.ts';
import { recentDays, readTotals } from '../statistics/index.ts';
import { readWaiting } from '../tickets/index.ts';
import type { Answer } from './command.ts';
import { amount, maskedEmail, minuteOf } from './present.ts';
import { texts } from './texts.ts';

const stats: Answer = async ({ trx, deps }) => {
  const [today] = await recentDays({ ...deps, db: trx }, 1);
  if (!today) throw new Error('today is no day');
  const [{ left, members }, waiting] = [await readTotals(trx, deps.clock.now()), await readWaiting(trx)];
  return texts.stats({
    day: today.day,
    income: today.income.toFixed(2),
    orders: today.payNum,
    signs: today.signUseNum,
    used: amount(today.normalTraffic + today.dayTrafficUse),
    left: amount(left),
    members,
    tickets: waiting.count,
  });
};

const find: Answer = async ({ trx, deps, command }) => {
  const number = (command.args[0] ?? '').replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(number)) return texts.findUsage;
  const trade = await findStaffTrade(deps, trx, number);
  if (!trade) return texts.noTrade;
  return texts.trade({
    name: trade.desc,
    email: maskedEmail(trade.username),
    state: stateName(tradeStated(trade)),
    asked: trade.request_pay_amound.toFixed(2),
    received: trade.received.toFixed(2),
    mode: tradeModeNames[trade.pay_mode],
    platform: trade.third_pay_platform,
    at: minuteOf(new Date(trade.create_time), deps.settings.current().timezone),
  });
};

/** What admins ask of the shop. */
export const staffCommands: Readonly<Record<'stats' | 'find', Answer>> = { stats, find };
