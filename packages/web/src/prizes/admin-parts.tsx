import { Alert } from '@mantine/core';
import { imageUrl } from '@skyport/contract/files';
import type { Output } from '@skyport/contract/call';
import type { prizesCalls as calls } from '@skyport/contract/prizes';
import { type Prize } from '@skyport/contract/prizes';
import type { ReactNode } from 'react';
import { ImageField } from '../api/image-field.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { percent, plain, traffic } from '../ui/format.ts';
import { Pieces } from '../ui/pieces.tsx';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { type ListedPrize, type PrizeSums, type PrizeValues, sumsOf } from './admin-rules.ts';
import { texts } from './admin-texts.ts';

const gigabytes = (amount: number): string => texts.gigabytes(plain(amount, 3));

const couponText = ({ hasDiscountCoupon, discountValue, discountDuration }: Prize): string =>
  hasDiscountCoupon ? texts.coupon(percent(discountValue), discountDuration) : texts.none;

/** The columns of the list of prizes. */
export const prizeColumns: readonly Column<ListedPrize>[] = [
  { id: 'number', title: texts.columns.number, value: (row) => row.number, numeric: true },
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  {
    id: 'traffic',
    title: texts.columns.traffic,
    value: (row) => row.gainTraffic,
    cell: (row) => gigabytes(row.gainTraffic),
    numeric: true,
    card: true,
  },
  { id: 'days', title: texts.columns.days, value: (row) => row.gainVipTime, numeric: true },
  { id: 'weight', title: texts.columns.weight, value: (row) => row.weight, numeric: true, card: true },
  {
    id: 'chance',
    title: texts.columns.chance,
    value: (row) => row.chance,
    cell: (row) => percent(row.chance),
    numeric: true,
    card: true,
  },
  { id: 'coupon', title: texts.columns.coupon, value: couponText, card: true },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc, below: 'name' },
  {
    id: 'photo',
    title: texts.columns.photo,
    value: (row) => row.photoUrl,
    cell: (row) => row.photoUrl !== '' && <img src={imageUrl(row.photoUrl)} alt={row.name} width={32} height={32} />,
    sortable: false,
    searchable: false,
    hidden: true,
  },
];

/** A coupon begins as one that is a coupon. */
const FIRST_DISCOUNT = { discountValue: 0.9, discountDuration: 7 };

const hasCoupon = ({ hasDiscountCoupon }: PrizeValues): boolean => hasDiscountCoupon === true;

/** The fields of the editor of a prize. */
export const prizeFields: readonly FieldSpec<PrizeValues>[] = [
  { name: 'name' },
  { name: 'gainTraffic' },
  { name: 'gainVipTime' },
  { name: 'weight' },
  { name: 'desc', wide: true },
  {
    name: 'hasDiscountCoupon',
    wide: true,
    effect: (values) => (hasCoupon(values) && !values.discountValue ? FIRST_DISCOUNT : {}),
  },
  { name: 'discountValue', when: hasCoupon, step: 0.1 },
  { name: 'discountDuration', when: hasCoupon, min: 1 },
  {
    name: 'photoUrl',
    wide: true,
    own: (kept, put) => <ImageField texts={texts.photo} image={typeof kept === 'string' ? kept : ''} onChange={put} />,
  },
];

interface SumsProps {
  readonly prizes: readonly Prize[];
  readonly lottery: Output<typeof calls.adminCost>;
}

/** A draw gives more than it costs. */
const isLosing = ({ expected, returned }: PrizeSums): boolean => (returned === undefined ? expected > 0 : returned > 1);

const balanceOf = (sums: PrizeSums): Fact => {
  const { expected, returned } = sums;
  const text =
    returned === undefined ? gigabytes(expected) : texts.sums.balance(gigabytes(expected), percent(returned));
  return [texts.sums.expected, text, isLosing(sums) ? 'warn' : 'ok'];
};

/** What all prizes come to, and honestly beside it what a draw gives for its cost. */
export const Sums = ({ prizes, lottery }: SumsProps): ReactNode => {
  const sums = sumsOf(prizes, lottery.cost);
  return (
    <div className="sp-stack" style={{ paddingBottom: 16 }}>
      <Facts
        label={texts.sums.label}
        facts={[
          [texts.sums.weight, String(sums.weight)],
          [texts.sums.traffic, gigabytes(sums.weighted)],
          [texts.sums.rate, texts.sums.rateValue(percent(sums.rate))],
          [texts.sums.cost, traffic(lottery.cost)],
          balanceOf(sums),
          [
            texts.sums.month,
            <Pieces
              key="month"
              text={texts.sums.monthly(lottery.draws, traffic(lottery.spent), traffic(lottery.given))}
            />,
          ],
        ]}
      />
      {isLosing(sums) && (
        <Alert color="orange" role="note">
          {sums.returned === undefined ? texts.sums.free : texts.sums.losing}
        </Alert>
      )}
    </div>
  );
};
