import { type OrderState } from '@skyport/contract/order-states';
import { orderStateNames } from '@skyport/contract/orders';
import type { TicketCustomer } from '@skyport/contract/tickets-admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { userAddress } from '../list-page/user-address.ts';
import { traffic, yuan } from '../ui/format.ts';
import { shopDate } from '../ui/shop-time.ts';
import { staffTexts } from './texts.ts';
import classes from './tickets.module.css';

const texts = staffTexts.customer;

type OrderMoney = Pick<
  TicketCustomer['orders'][number],
  'desc' | 'order_money' | 'wallet_spend' | 'paid' | 'paid_time'
>;

/** An order with the amount paid, or with its price if it is unpaid. */
const orderText = ({ desc, order_money, wallet_spend, paid, paid_time }: OrderMoney): string =>
  paid_time === null
    ? texts.order(desc, yuan(order_money))
    : texts.paidOrder(desc, yuan(paid), wallet_spend > 0 ? yuan(wallet_spend) : '');

/** Whose ticket it is: what is left, and what was bought last. */
export const CustomerSide = ({ customer }: { readonly customer: TicketCustomer }): ReactNode => (
  <section className={classes.side} aria-label={texts.title}>
    <strong className="sp-row">{customer.email}</strong>
    <span>
      <span className="sp-dim">{texts.left} </span>
      {traffic(customer.traffic_left)}
    </span>
    <span>
      <span className="sp-dim">{texts.until} </span>
      {shopDate(customer.vipExpireTime) || texts.none}
    </span>
    <Link to={userAddress(customer.uid)}>{texts.page}</Link>
    <span className="sp-dim">{texts.orders}</span>
    {customer.orders.length === 0 ? (
      <span className="sp-small">{texts.noOrders}</span>
    ) : (
      <ul className={classes.orders}>
        {customer.orders.map(({ _id, status, create_time, ...order }) => (
          <li key={_id} className="sp-small">
            {orderText(order)}
            <br />
            <span className="sp-dim">
              {orderStateNames[status as OrderState]} · {shopDate(create_time)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
