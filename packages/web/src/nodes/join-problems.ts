import type { JoinProblem } from '@skyport/contract/join-problem';
import { faultText } from '../ui/fault-texts.ts';
import { joinTexts as texts } from './join-texts.ts';

/** Why a node has not joined with its code yet, as text: the panel's last try, and the control port that it tried. */
export const joinProblemText = ({ code, detail }: Omit<JoinProblem, 'ended'>, port: number | string): string => {
  if (code === 'portClosed') return texts.portClosed(port);
  if (code === 'silent') return texts.silent(port);
  const text = texts.plain[code];
  return detail === '' ? text : texts.withDetail(text, faultText(detail));
};
