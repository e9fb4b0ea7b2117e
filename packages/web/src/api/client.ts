import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { CallError, makeCall, type Send } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { CONFIRM_FIELD } from '@skyport/contract/step-up';
import { fetchCode } from '../device/fetch-code.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { stepUpAndRepeat, needsStepUp } from './step-up.ts';
import { texts } from './texts.ts';

/** Code of a failed network, which exists in the browser only. */
export const NETWORK_FAILURE = 502;

/** What a call throws when the network fails, or when the answer cannot be read. */
export const networkFault = (path: string): CallError =>
  new CallError(path, { code: NETWORK_FAILURE, data: undefined, msg: texts.networkFault });

/** Posts an encoded body to the panel the page came from. A failed network becomes CallError 502. */
export const send: Send = async (path, envelope) => {
  const body = JSON.stringify(envelope);
  const early = await takeEarlyAnswer(path, body)?.catch(() => undefined);
  if (early !== undefined) return early;
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return (await response.json()) as unknown;
  } catch {
    throw networkFault(path);
  }
};

/** Makes a call, and once more with a solved captcha where one is asked for; what solves it is fetched only then. */
const make = async <C extends BuiltCall>(row: C, input: Input<C>): Promise<Output<C>> => {
  try {
    return await makeCall(row, input, send);
  } catch (problem) {
    if (!(problem instanceof CallError) || problem.code !== codes.captchaNeeded.code) throw problem;
    const { callWithCaptcha } = await fetchCode(() => import('./captcha/captcha-call.ts'));
    return callWithCaptcha(row, input, send);
  }
};

const attemptCall = async <C extends BuiltCall>(row: C, input: Input<C>): Promise<Output<C>> => {
  try {
    return await make(row, input);
  } catch (problem) {
    if (problem instanceof CallError) throw problem;
    throw networkFault(row.path);
  }
};

/**
 * Makes one call of the table; one that needs a step-up asks for it in a window and goes on with the answer. Throws
 * CallError for every code but 0, and 502 for a failed network.
 */
export const callServer = async <C extends BuiltCall>(row: C, input: Input<C>): Promise<Output<C>> => {
  // No row's input has the answer to a step-up: the gate takes it out before the schema.
  const attempt = (confirm?: string): Promise<Output<C>> =>
    attemptCall(row, confirm === undefined ? input : ({ ...(input as object), [CONFIRM_FIELD]: confirm } as Input<C>));
  try {
    return await attempt();
  } catch (problem) {
    if (problem instanceof CallError && needsStepUp(problem)) return stepUpAndRepeat(attempt, problem);
    throw problem;
  }
};
