import type { CouponRecord } from '@skyport/contract/coupons';
import {
  type CouponUseColumn,
  couponUseEffect,
  couponUseState,
  couponUseTitles as titles,
  couponUseWords,
} from '@skyport/contract/coupon-use-columns';
import { Nothing } from '@skyport/contract/shapes';
import { emailsOf } from '../accounts/index.ts';
import type { ExportColumn, ExportedList } from '../platform/list-export.ts';
import { presentUse } from './present.ts';
import { countUses, listUsesBehind } from './store.ts';

type ListedUse = CouponRecord & { readonly id: string };

const columns: Readonly<Record<CouponUseColumn, ExportColumn<ListedUse>>> = {
  email: { title: titles.email, cell: (row) => row.email || couponUseWords.noEmail },
  code: { title: titles.code, cell: (row) => row.code },
  effect: { title: titles.effect, cell: couponUseEffect },
  time: { title: titles.time, cell: (row) => new Date(row.time) },
  status: { title: titles.status, cell: couponUseState },
};

/** All uses of coupons as a file, however many the list shows. */
export const couponUseExport: ExportedList<object, ListedUse> = {
  name: '优惠券使用记录',
  filter: Nothing,
  columns,
  count: ({ db }) => countUses(db),
  read: async ({ db }, { after, limit }) => {
    const uses = await listUsesBehind(db, { after, limit });
    const emails = await emailsOf(
      db,
      uses.map(({ user_id }) => user_id),
    );
    return uses.map((use) => ({ ...presentUse(use, emails.get(use.user_id) ?? ''), id: use.id }));
  },
};
