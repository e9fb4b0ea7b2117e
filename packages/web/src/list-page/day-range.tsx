import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayTexts as texts } from './day-texts.ts';

/** Days `YYYY-MM-DD` between which something lies; empty for no bound. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** No bounds. */
export const anyDay: DayRange = { from: '', to: '' };

/** What a server is asked for: from 00:00:00 of the first day to 23:59:59 of the last, in this browser's zone. */
export const timestampsOf = ({ from, to }: DayRange): { fromTimestamp?: number; toTimestamp?: number } => ({
  ...(from !== '' && { fromTimestamp: Math.max(0, new Date(`${from}T00:00:00`).getTime()) }),
  ...(to !== '' && { toTimestamp: Math.max(0, new Date(`${to}T23:59:59.999`).getTime()) }),
});

interface DaysProps {
  readonly days: DayRange;
  readonly onChange: (part: Partial<DayRange>) => void;
}

/** The first and the last day of a list. */
export const Days = ({ days, onChange }: DaysProps): ReactNode => (
  <>
    <Day label={texts.from} prefix={texts.fromPrefix} value={days.from} onChange={(from) => onChange({ from })} />
    <Day label={texts.to} prefix={texts.toPrefix} value={days.to} onChange={(to) => onChange({ to })} />
  </>
);

interface DayProps {
  readonly label: string;
  /** One sign before the date: which end of the range it is. */
  readonly prefix: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

const Day = ({ label, prefix, value, onChange }: DayProps): ReactNode => (
  <TextInput
    type="date"
    size="sm"
    aria-label={label}
    leftSection={<Text size="sm">{prefix}</Text>}
    title={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
