import { heed } from '../order-kills/acts.ts';
import type { PayWorld } from './world.ts';

/** Something that is sent to the shop. */
export interface Letter {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the shop answered to a notification. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

const PATIENCE_MS = 30_000;

const sendNow = async ({ method, url, headers = {}, body }: Letter): Promise<Answered | 'lost'> => {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return 'lost';
  }
};

/** Sends something to the shop; gives its answer, or nothing when it did not come. */
export const sendLetter = async (world: PayWorld, letter: Letter): Promise<Answered | undefined> => {
  const heard = await heed<Answered>(world, 'a notification', {
    call: () => sendNow(letter),
    isFault: ({ status }) => status >= 500,
  });
  return heard === 'lost' ? undefined : heard;
};
