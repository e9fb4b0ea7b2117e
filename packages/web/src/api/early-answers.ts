import { rawCookie } from '../device/cookies.ts';

/** A call that was made before the console's code was there. */
interface EarlyAnswer {
  readonly body: string;
  readonly answer: Promise<unknown>;
  /** The log-in token as the cookie had it then. */
  readonly token: string | undefined;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** Early calls by their path (see `early.ts`). */
export type EarlyAnswers = Map<string, EarlyAnswer>;

declare global {
  interface Window {
    skyportEarly?: EarlyAnswers;
  }
}

/** An answer that is older is asked for again. */
const FRESH_MS = 30_000;

/** Whether the browser still holds the token of then; a hand-off or a log-in may have brought another one meanwhile. */
const isSameSession = ({ token }: EarlyAnswer): boolean => token === rawCookie('token');

/** Takes the early answer to exactly this call and body; undefined if none, too old, or of another session. */
export const takeEarlyAnswer = (path: string, body: string, now = Date.now()): Promise<unknown> | undefined => {
  const early = window.skyportEarly?.get(path);
  if (!early) return undefined;
  window.skyportEarly?.delete(path);
  const counts = early.body === body && now - early.askedAt < FRESH_MS && isSameSession(early);
  return counts ? early.answer : undefined;
};
