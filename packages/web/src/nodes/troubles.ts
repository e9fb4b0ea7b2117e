import type { NodeTrouble } from '@skyport/contract/node-trouble';
import { faultText } from '../ui/fault-texts.ts';
import { troubleTexts as texts } from './trouble-texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One reason why a node is not well, as text; a program's own message follows the colon. */
export const troubleText = ({ code, seconds, detail }: NodeTrouble): string => {
  const text = textOf(code, seconds);
  return detail === '' ? text : texts.withDetail(text, faultText(detail));
};

const textOf = (code: NodeTrouble['code'], seconds: number): string => {
  if (code === 'looksStopped') return texts.looksStopped(age(seconds));
  return code === 'clockOff' ? texts.clockOff(seconds) : texts.plain[code];
};

const age = (seconds: number): string => {
  if (seconds >= 2 * DAY) return texts.days(Math.floor(seconds / DAY));
  if (seconds >= 2 * HOUR) return texts.hours(Math.floor(seconds / HOUR));
  return texts.minutes(Math.floor(seconds / MINUTE));
};
