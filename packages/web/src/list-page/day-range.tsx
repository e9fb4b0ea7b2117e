import '../ui/input-styles.ts';
import { Group, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { endOfShopDay, startOfShopDay } from '../ui/shop-time.ts';
import { usePhone } from '../ui/use-phone.ts';
import { dayTexts as texts } from './day-texts.ts';

/** Days `YYYY-MM-DD` between which something lies; empty for no bound. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** No bounds. */
export const anyDay: DayRange = { from: '', to: '' };

const endOf = (day: string): number | undefined => {
  const end = endOfShopDay(day);
  return end === '' ? undefined : Date.parse(end) + LAST_MS;
};

/** From the beginning of the day's last second to its end. */
const LAST_MS = 999;

/** Years before 1970 have no accounts and no changes. */
const bound = <N extends string>(name: N, at: number | undefined): { [K in N]?: number } =>
  at === undefined ? {} : ({ [name]: Math.max(0, at) } as { [K in N]: number });

/** What a server is asked for: from the first ms of the first day to the last of the last, by the shop's days. */
export const timestampsOf = ({ from, to }: DayRange): { fromTimestamp?: number; toTimestamp?: number } => ({
  ...bound('fromTimestamp', startOfShopDay(from)),
  ...bound('toTimestamp', endOf(to)),
});

interface DaysProps {
  /** What happened on these days, e.g. 注册. */
  readonly of: string;
  readonly days: DayRange;
  readonly onChange: (part: Partial<DayRange>) => void;
}

/** The first and the last day of a list. */
export const Days = ({ of, days, onChange }: DaysProps): ReactNode => (
  // On a phone both days take a line of their own.
  <Group gap="xs" flex={usePhone() ? '1 1 100%' : undefined}>
    <Day
      label={texts.from(of)}
      prefix={texts.fromPrefix(of)}
      value={days.from}
      onChange={(from) => onChange({ from })}
    />
    <Day label={texts.to(of)} prefix={texts.toPrefix} value={days.to} onChange={(to) => onChange({ to })} />
  </Group>
);

interface DayProps {
  readonly label: string;
  /** Stands before the date: which end of the range it is, and of what. */
  readonly prefix: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Width of a Chinese character in a small input, and the room before and after the text. */
const SIGN_PX = 14;
const SIGN_MARGIN_PX = 10;

const Day = ({ label, prefix, value, onChange }: DayProps): ReactNode => (
  <TextInput
    type="date"
    size="sm"
    flex="1 1 auto"
    aria-label={label}
    leftSection={<Text size="sm">{prefix}</Text>}
    leftSectionWidth={SIGN_PX * prefix.length + 2 * SIGN_MARGIN_PX}
    title={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
