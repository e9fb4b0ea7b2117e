import { type Clock, MINUTE_MS } from '../../platform/clock.ts';
import { createOutgoing, type Outgoing, OutgoingFault } from '../../platform/outgoing.ts';
import type { Http, Outside } from './endpoint.ts';

/** Time limit for the largest answer, in ms; callers with a smaller bound set a shorter limit. */
const LIMITS = { patienceMs: MINUTE_MS };

/** Asks endpoints as everything outside is asked: by https, at no address inside, without following anybody. */
const httpOver =
  (outgoing: Outgoing): Http =>
  async (url, { body, headers, signal }, maxBytes) => {
    const key = new Headers(headers).get('tron-pro-api-key');
    try {
      const answer = await outgoing.send({
        url: new URL(url),
        maxBytes,
        signal: signal ?? AbortSignal.timeout(LIMITS.patienceMs),
        ...(typeof body === 'string' && { json: body }),
        ...(key !== null && { headers: { 'TRON-PRO-API-KEY': key } }),
      });
      const { status, text, retryAfter } = answer;
      return new Response(text, {
        status,
        ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
      });
    } catch (fault) {
      throw fault instanceof OutgoingFault && fault.code === 'large' ? new RangeError('too long') : fault;
    }
  };

/** What watchers need of the world. `allowPrivate`: endpoints of this machine are asked too, in tests and the demo. */
export const outsideOf = (clock: Clock, allowPrivate: boolean): Outside => ({
  clock,
  http: httpOver(createOutgoing({ ...LIMITS, allowPrivate })),
});
