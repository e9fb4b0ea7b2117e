/** What an order says of its product; bytes and days without the bonus. */
export interface Sold {
  readonly traffic: number;
  readonly vip_days: number;
  readonly bonus_percent: number;
}

/** What is given for it: bytes, and whole hours of membership. */
export interface Gift {
  readonly traffic: number;
  readonly hours: number;
}

const PERCENT = 100n;

/** What a paid order gives. The bonus on bytes is rounded down, the one on time up to the hour. */
export const giftOf = ({ traffic, vip_days, bonus_percent }: Sold): Gift => ({
  traffic: traffic + Number((BigInt(traffic) * BigInt(bonus_percent)) / PERCENT),
  hours: Math.ceil((vip_days * 24 * (Number(PERCENT) + bonus_percent)) / Number(PERCENT)),
});

/** The same as the wire says it: bytes, and days. */
export const shownGift = (sold: Sold): { add_traffic: number; add_vip_duration: number } => {
  const { traffic, hours } = giftOf(sold);
  return { add_traffic: traffic, add_vip_duration: hours / 24 };
};
