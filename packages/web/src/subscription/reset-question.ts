import type { Question } from '../ui/confirm.tsx';
import { texts } from './texts.ts';

/** What is asked before a subscription link is replaced. */
export const resetQuestion = (reset: () => Promise<unknown>): Question => ({
  title: texts.resetTitle,
  text: texts.resetText,
  confirm: texts.resetConfirm,
  run: reset,
});
