import type { BuiltCall, Output } from '@skyport/contract/call';
import { type PayHealth, payHealthCalls } from '@skyport/contract/pay-health';

/** Takes the answer of a call. */
type Give = <C extends BuiltCall>(row: C, answer: Output<C>) => void;

const none = { unreachable: 0, timeout: 0, refused: 0, invalid: 0, other: 0 };

const rows: PayHealth[] = (
  [
    ['2026-11-21', '主通道', 46, 21, { ...none, unreachable: 14, timeout: 3 }, 6, 2, 48, true],
    ['2026-11-21', '备用通道', 31, 27, none, 3, 1, 95, false],
    ['2026-11-21', 'USDT', 9, 7, none, 2, 0, 214, false],
    ['2026-11-20', '主通道', 128, 109, { ...none, refused: 2, invalid: 1 }, 16, 0, 52, true],
    ['2026-11-20', '备用通道', 12, 0, { ...none, other: 1 }, 11, 0, null, false],
  ] as const
).map(([day, platform, begun, paid, failed, unpaid, open, median_seconds, failing]) => ({
  _id: `${day} ${platform}`,
  platform,
  day,
  begun,
  paid,
  failed,
  unpaid,
  open,
  median_seconds,
  failing,
}));

/** How payments went. */
export const giveHealth = (give: Give): void => give(payHealthCalls.payHealth, rows);
