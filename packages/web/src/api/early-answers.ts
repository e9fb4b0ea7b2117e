/** A call that was made before the console's code was there. */
interface EarlyAnswer {
  readonly body: string;
  readonly answer: Promise<unknown>;
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

/** The early answer to a call with the very same body, once; undefined where there is none, or none that is fresh. */
export const takeEarlyAnswer = (path: string, body: string, now = Date.now()): Promise<unknown> | undefined => {
  const early = window.skyportEarly?.get(path);
  if (!early) return undefined;
  window.skyportEarly?.delete(path);
  return early.body === body && now - early.askedAt < FRESH_MS ? early.answer : undefined;
};
