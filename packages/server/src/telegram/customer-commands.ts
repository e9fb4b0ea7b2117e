import { orderStateNames, type Order } from '@skyport/contract/orders';
import { consoleBase } from '../mail/index.ts';
import { channelOf, ownLink, rewardRateOf } from '../invite/index.ts';
import { staffOrdersOf } from '../orders/index.ts';
import type { Deps } from '../platform/deps.ts';
import { listTickets, type ListedTicket } from '../tickets/index.ts';
import type { Answer } from './command.ts';
import { minuteOf } from './present.ts';
import { texts } from './texts.ts';

/** Orders and tickets that a message names: the newest. */
const MOST_ROWS = 5;

/** The address of a page of the console. */
const pageAt = ({ env, settings }: Deps, route: string): string => `${consoleBase(env, settings.current())}/#${route}`;

const timeAt = ({ settings }: Deps, at: Date): string => minuteOf(at, settings.current().timezone);

/** Amount paid for an order, or its price if it is unpaid. */
const moneyText = ({
  order_money,
  wallet_spend,
  paid,
  paid_time,
}: Pick<Order, 'order_money' | 'wallet_spend' | 'paid' | 'paid_time'>): string => {
  if (paid_time === null) return texts.price(order_money.toFixed(2));
  return texts.paid(paid.toFixed(2)) + (wallet_spend > 0 ? texts.paidByWallet(wallet_spend.toFixed(2)) : '');
};

const order: Answer = async ({ trx, deps }, { id }) => {
  const orders = await staffOrdersOf(trx, id, MOST_ROWS);
  const lines = orders.map(({ desc, status, create_time, ...money }) =>
    texts.order({
      name: desc,
      money: moneyText(money),
      state: orderStateNames[status],
      at: timeAt(deps, new Date(create_time)),
    }),
  );
  return [...(lines.length === 0 ? [texts.noOrders] : lines), pageAt(deps, '/order')].join('\n');
};

const stateOf = ({ state, replies, waiting_since }: ListedTicket): keyof typeof texts.ticketStates => {
  if (state === 'close') return 'close';
  return replies > 0 && waiting_since === null ? 'responsed' : 'open';
};

const ticket: Answer = async ({ trx, deps }, { id }) => {
  const tickets = await listTickets(trx, { userId: id, most: MOST_ROWS });
  const lines = tickets.map((each) =>
    texts.ticket({
      title: each.title,
      state: texts.ticketStates[stateOf(each)],
      at: timeAt(deps, each.updated_at),
    }),
  );
  return [...(lines.length === 0 ? [texts.noTickets] : lines), pageAt(deps, '/feedback')].join('\n');
};

/** A share of 0 to 1 in percent, with at most two decimals. */
const percentText = (share: number): string => String(Math.round(share * 10_000) / 100);

const invite: Answer = async ({ trx, deps }, { id }) => {
  const channel = await channelOf(trx, deps, id);
  const { link } = await ownLink(trx, deps, { userId: id, code: channel.code });
  const { inviteRule } = deps.settings.current();
  return texts.invite(link, percentText(rewardRateOf(channel.rewardBp)), inviteRule ? channel.consumerDays : undefined);
};

/** What customers ask of their orders, tickets and invitations. */
export const customerCommands: Readonly<Record<'order' | 'ticket' | 'invite', Answer>> = { order, ticket, invite };
