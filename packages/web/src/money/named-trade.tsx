import type { UnclaimedMoney } from '@skyport/contract/money';
import { Link } from 'react-router';
import { orderAddress, tradesAddress } from '../list-page/order-address.ts';
import { userAddress } from '../list-page/user-address.ts';
import type { Column } from '../ui/data-table/column.ts';
import { texts } from './texts.ts';

/** The trade that money names, with its order and its buyer. */
type NamedTrade = Pick<UnclaimedMoney, 'tradeno' | 'order_id' | 'desc' | 'user_id' | 'email'>;

/** Columns that say for whom and for what money came, and lead there. */
export const namedColumns: Readonly<Record<'email' | 'desc' | 'tradeno', Column<NamedTrade>>> = {
  email: {
    id: 'email',
    title: texts.named.email,
    value: ({ email }) => email,
    cell: ({ email, user_id }) => (user_id === null ? email : <Link to={userAddress(user_id)}>{email}</Link>),
    card: true,
  },
  desc: {
    id: 'desc',
    title: texts.named.desc,
    value: ({ desc }) => desc,
    cell: ({ desc, order_id }) => (order_id === null ? desc : <Link to={orderAddress(order_id)}>{desc}</Link>),
    card: true,
    below: 'email',
  },
  tradeno: {
    id: 'tradeno',
    title: texts.named.tradeno,
    value: ({ tradeno }) => tradeno,
    cell: ({ tradeno, order_id }) => (order_id === null ? tradeno : <Link to={tradesAddress(tradeno)}>{tradeno}</Link>),
    hidden: true,
  },
};
