import type { Draw, WheelPrize } from '@skyport/contract/prizes';
import { gigabytes } from '@skyport/contract/units';
import { plain, traffic } from '../ui/format.ts';
import { texts } from './texts.ts';

/** Turns that the wheel makes before it stops. */
const TURNS = 5;
const CIRCLE = 360;

/** What a discount is called: 0.8 is "8 折". */
export const discountText = (share: number): string => texts.discount(plain(share * 10, 1));

/** What a prize gives, part by part; nothing for one that gives nothing. */
export const partsOf = ({
  traffic: bytes,
  day,
  discount,
}: {
  readonly traffic: number;
  readonly day: number;
  readonly discount: number | undefined;
}): readonly string[] => [
  ...(bytes > 0 ? [traffic(bytes)] : []),
  ...(day > 0 ? [texts.days(day)] : []),
  ...(discount !== undefined ? [discountText(discount)] : []),
];

/** What can be won with a prize, in words. */
export const prizeParts = (prize: WheelPrize): readonly string[] =>
  partsOf({
    traffic: gigabytes(prize.gainTraffic),
    day: prize.gainVipTime,
    discount: prize.hasDiscountCoupon ? prize.discountValue : undefined,
  });

/** What a draw has given, in words. */
export const wonParts = ({ traffic: bytes, day, coupon }: Draw): readonly string[] =>
  partsOf({ traffic: bytes, day, discount: coupon?.discount });

/**
 * The seat at which the wheel stops for a prize: of several, the one that `nth` counts to. Undefined when the prize
 * stands nowhere, because the wheel has changed meanwhile.
 */
export const seatOf = (
  seats: readonly { readonly _id: string }[],
  prizeId: string,
  nth: number,
): number | undefined => {
  const places = seats.flatMap(({ _id }, place) => (_id === prizeId ? [place] : []));
  return places[nth % places.length];
};

/** Degrees to which a wheel turns on from where it stands until the middle of a seat is at the top. */
export const angleFor = (seat: number, { seats, from }: { readonly seats: number; readonly from: number }): number => {
  const middle = ((seat + 0.5) * CIRCLE) / seats;
  const whole = Math.ceil(from / CIRCLE) * CIRCLE;
  return whole + TURNS * CIRCLE - middle;
};

/** A point on a circle around the origin, `degrees` clockwise from the top. */
export const pointAt = (degrees: number, radius: number): readonly [x: number, y: number] => {
  const turn = (degrees * Math.PI) / 180;
  return [Math.sin(turn) * radius, -Math.cos(turn) * radius];
};

/** The outline of a seat of a wheel, for SVG. */
export const seatPath = (seat: number, seats: number, radius: number): string => {
  const [a, b] = [(seat * CIRCLE) / seats, ((seat + 1) * CIRCLE) / seats];
  const [from, to] = [pointAt(a, radius), pointAt(b, radius)].map((point) => point.map((n) => n.toFixed(2)).join(' '));
  return `M 0 0 L ${from} A ${radius} ${radius} 0 0 1 ${to} Z`;
};
