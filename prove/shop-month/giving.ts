import type { TestData } from '@skyport/server/testing-app';
import { dayTold, type Person } from './journal.ts';
import type { Month } from './month.ts';
import { signUpByAgency } from './people.ts';

/*
 * What people do with traffic: trials, transfers, draws, tickets, and what agencies give their customers.
 */

const GIB = 1024 ** 3;
const TRIALS = ['TRIAL3G', 'GIFT3G', 'TRYDAY'];

/** Somebody redeems a trial coupon. */
export const redeem = async (month: Month, { session }: Person): Promise<boolean> => {
  const { code, data } = await month.call('/api/coupon/redeem_coupon', { code: month.one(TRIALS) }, session);
  if (code === 0) month.give(session.num, data.traffic);
  return code === 0;
};

/** Somebody draws at the wheel. */
export const draw = async (month: Month, { session }: Person): Promise<boolean> => {
  const { code, data } = await month.call('/api/prize/draw', {}, session);
  if (code !== 0) return false;
  const told = dayTold(month.journal, month.panel.app().clock.now());
  told.draws += 1;
  told.drawTraffic += data.cost;
  if (data.traffic > 0 || data.day > 0 || data.coupon) told.prizes += 1;
  told.prizeTraffic += data.traffic;
  month.give(session.num, data.traffic - data.cost);
  return true;
};

/** Somebody makes a transfer. */
export const push = async (month: Month, { session }: Person): Promise<boolean> => {
  const { code, data } = await month.call('/api/push/create', { pushNumber: 1 }, session);
  if (code !== 0) return false;
  month.give(session.num, -GIB);
  month.transfers.push({ code: data.code, id: data._id, by: session.num });
  return true;
};

/** Somebody receives a transfer of another one, or takes an own one back; some are left until they come back. */
export const receive = async (month: Month, { session }: Person): Promise<boolean> => {
  const at = Math.floor(month.random() * month.transfers.length);
  const transfer = month.transfers[at];
  if (!transfer || month.random() < 0.3) return false;
  const own = transfer.by === session.num;
  const path = own ? '/api/push/take_back' : '/api/push/receive';
  const { code, data } = await month.call(path, own ? { id: transfer.id } : { code: transfer.code }, session);
  if (code !== 0) return false;
  month.transfers.splice(at, 1);
  month.give(session.num, own ? GIB : data.traffic);
  return true;
};

/** What came back by itself after a week: nobody was told of it but its sender's list. */
export const returned = async (month: Month): Promise<void> => {
  const waiting: (typeof month.transfers)[number][] = [];
  for (const transfer of month.transfers) {
    const sender = month.journal.people.find(({ session }) => session.num === transfer.by)!;
    const { data } = await month.call('/api/push/list', {}, sender.session);
    const shown = (data.pushList as TestData[]).find(({ _id }) => _id === transfer.id);
    if (shown.state === 'created') waiting.push(transfer);
    else month.give(transfer.by, GIB);
  }
  month.transfers.splice(0, Infinity, ...waiting);
};

/** Somebody asks in a ticket; staff answer, give traffic for a good idea, and close it. */
export const ask = async (month: Month, { session }: Person): Promise<boolean> => {
  const form = { title: '建议', desc: '希望增加一条线路' };
  const { code, data } = await month.call('/api/feedback/create', form, session);
  if (code !== 0) return false;
  await month.staff('/api/admin/tickets/reply', { id: data._id, desc: '谢谢，已记录' });
  if (month.random() < 0.5) {
    const change = `ticket-gift-${String(month.next()).padStart(8, '0')}`;
    await month.staff('/api/admin/tickets/grant', { id: data._id, traffic: 20, reason: '采纳建议', change });
    month.give(session.num, 20 * GIB);
  }
  await month.staff('/api/feedback/close', { id: data._id });
  return true;
};

/** An agency makes a customer, or gives one of them traffic. */
export const agency = async (month: Month): Promise<boolean> => {
  const { people } = month.journal;
  const agent = month.one(people.filter(({ isAgency }) => isAgency));
  if (!agent) return false;
  const { data } = await month.call('/api/channel/agency_customers', {}, agent.session);
  const customer = month.one(data.customers as TestData[]);
  if (!customer || month.random() < 0.2) return (await signUpByAgency(month, agent)) !== undefined;
  const change = `agency-gift-${String(month.next()).padStart(8, '0')}`;
  const form = { id: customer._id, giveNumber: 2, change };
  const { code } = await month.call('/api/channel/agency_give', form, agent.session);
  if (code !== 0) return false;
  month.give(agent.session.num, -2 * GIB);
  const receiver = people.find(({ session }) => session.userId === customer._id)!;
  month.give(receiver.session.num, 2 * GIB);
  return true;
};

/** Staff make somebody an agency, and give its first traffic by a ticket. */
export const makeAgency = async (month: Month, person: Person): Promise<void> => {
  await month.staff('/api/admin/users/update_user', { _id: person.session.userId, is_agency: true });
  person.isAgency = true;
};
