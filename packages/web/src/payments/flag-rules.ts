import { type OrderFlag, type TakeBackPreview, type TakenBackEvent } from '@skyport/contract/order-flags';
import { plain, traffic, yuan } from '../ui/format.ts';
import { flagTexts as texts } from './flag-texts.ts';

const { parts: words } = texts;

/** More hours than these are read as days. */
const MOST_HOURS = 48;

const hours = (amount: number): string =>
  amount > MOST_HOURS ? words.inDays(plain(amount / 24, 1)) : words.hours(plain(amount, 1));
const money = (amount: number): string => words.yuan(yuan(amount));

/** What an order gave of one kind, and what taking back would do to it. */
export interface PartLine {
  readonly label: string;
  /** What is taken. */
  readonly will: string;
  /** What was used and stays. */
  readonly stays: string;
}

interface Part {
  readonly given: number;
  readonly left: number;
}

const lineOf = (label: string, { given, left }: Part, text: (amount: number) => string): readonly PartLine[] => {
  if (given === 0) return [];
  const will = left === 0 ? words.none : words.will(text(left));
  const used = given - left;
  return [{ label, will, stays: used > 0 ? words.stays(text(given), text(used)) : words.whole }];
};

/** Every kind of thing that an order gave, with what of it would be taken back. */
export const partLines = (preview: TakeBackPreview): readonly PartLine[] => [
  ...lineOf(words.traffic, preview.traffic, traffic),
  ...lineOf(words.days, preview.vip_hours, hours),
  ...preview.permissions.flatMap((part) => lineOf(words.permission(part.name), part, hours)),
  ...lineOf(words.rebate(preview.rebate.email), preview.rebate, money),
  ...lineOf(words.credited, preview.credited, money),
];

/** What was taken back, in one sentence. */
export const tookText = ({
  traffic: bytes,
  vip_hours,
  permissions,
  rebate,
  credited,
}: NonNullable<OrderFlag['taken']>) =>
  texts.took([
    ...(bytes > 0 ? [`${words.traffic} ${traffic(bytes)}`] : []),
    ...(vip_hours > 0 ? [`${words.days} ${hours(vip_hours)}`] : []),
    ...permissions.map(words.permission),
    ...(rebate > 0 ? [texts.tookRebate(money(rebate))] : []),
    ...(credited > 0 ? [`${words.credited} ${money(credited)}`] : []),
  ]);

/** An amount of a currency as staff read it. */
export const eventSum = ({ amount, currency }: TakenBackEvent): string =>
  currency === 'CNY' ? money(amount) : `${plain(amount, 3)} ${currency}`;
