import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import { captchaCalls, captchaPaths, type CaptchaSolution } from '@skyport/contract/captcha';
import { CallError, makeCall, type Send } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { texts } from '../texts.ts';
import { solve } from './solve.ts';

/** A solution may come too late, or the network may have changed on the way: then one more is asked for. */
const ROUNDS = 2;

const NOTE_STYLE =
  'position:fixed;left:50%;bottom:24px;transform:translateX(-50%);z-index:10000;padding:10px 16px;border-radius:10px;' +
  'background:#171a21;color:#fff;font-size:14px;box-shadow:0 6px 24px rgb(16 24 40 / 22%)';

/** Shows that a captcha is being solved, until the call is answered. */
const whileShown = async <T>(work: () => Promise<T>): Promise<T> => {
  const note = document.createElement('div');
  note.setAttribute('role', 'status');
  note.style.cssText = NOTE_STYLE;
  note.textContent = texts.captcha;
  document.body.append(note);
  try {
    return await work();
  } finally {
    note.remove();
  }
};

const isAskedFor = (problem: unknown): boolean =>
  problem instanceof CallError && problem.code === codes.captchaNeeded.code;

const solutionFor = async (path: string, send: Send): Promise<CaptchaSolution | undefined> => {
  const call = captchaPaths.find((known) => known === path);
  if (call === undefined) return undefined;
  const { maxnumber, ...challenge } = await makeCall(captchaCalls.captcha, { call }, send);
  const number = await solve({ ...challenge, maxnumber });
  return number === undefined ? undefined : { ...challenge, number };
};

/** Makes a call that asked for a captcha (1116) once more, with a solution. Throws what the call throws. */
export const callWithCaptcha = <C extends BuiltCall>(row: C, input: Input<C>, send: Send): Promise<Output<C>> =>
  whileShown(async () => {
    for (let round = 1; ; round += 1) {
      const captcha = await solutionFor(row.path, send);
      try {
        return await makeCall(row, { ...(input as object), captcha } as Input<C>, send);
      } catch (problem) {
        if (round === ROUNDS || captcha === undefined || !isAskedFor(problem)) throw problem;
      }
    }
  });
