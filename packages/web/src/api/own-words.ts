import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';

const OWN_WORDS: readonly number[] = [
  codes.conflict,
  codes.paymentUnavailable,
  codes.stepUpNeeded,
  codes.captchaNeeded,
  codes.foreignSite,
  codes.throttled,
  codes.starting,
].map(({ code }) => code);

/** Whether a refusal says by itself what to do: its words are shown where other refusals have one text together. */
export const saysWhatToDo = ({ code }: Pick<CallError, 'code'>): boolean => OWN_WORDS.includes(code);
