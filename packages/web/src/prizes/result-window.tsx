import { Button, Group } from '@mantine/core';
import type { Draw } from '@skyport/contract/prizes';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { date, traffic } from '../ui/format.ts';
import { Window } from '../ui/window.tsx';
import { discountText, wonParts } from './rules.ts';
import { texts } from './texts.ts';

interface ResultWindowProps {
  readonly opened: boolean;
  readonly drawn: Draw | undefined;
  readonly onClose: () => void;
}

/** What was drawn, in one sentence. */
export const resultText = (drawn: Draw): string =>
  wonParts(drawn).length > 0 ? texts.result.won(drawn.name) : texts.result.nothing(drawn.name);

const factsOf = ({ traffic: bytes, day, coupon }: Draw): readonly Fact[] => [
  ...(bytes > 0 ? [[texts.result.traffic, traffic(bytes)] as const] : []),
  ...(day > 0 ? [[texts.result.days, texts.days(day)] as const] : []),
  ...(coupon
    ? [
        [
          texts.result.coupon,
          texts.result.couponUntil(discountText(coupon.discount), date(coupon.expireTime)),
        ] as const,
        [texts.result.code, coupon.code] as const,
      ]
    : []),
];

/** Shows what was won; a coupon's code can be copied. */
export const ResultWindow = ({ opened, drawn, onClose }: ResultWindowProps): ReactNode => (
  <Window opened={opened} onClose={onClose} title={texts.result.title}>
    {drawn && (
      <div className="sp-stack">
        <b>{resultText(drawn)}</b>
        {wonParts(drawn).length > 0 && <Facts label={texts.result.label} facts={factsOf(drawn)} />}
        {drawn.coupon && <span className="sp-dim sp-small">{texts.result.couponHint}</span>}
        <Group justify="flex-end" className="sp-foot">
          {drawn.coupon && <CopyButton text={drawn.coupon.code}>{texts.result.copy}</CopyButton>}
          <Button onClick={onClose}>{texts.result.close}</Button>
        </Group>
      </div>
    )}
  </Window>
);
