import { expect } from 'vitest';
import { quiet, until } from '../../../../testkit/until.ts';
import type { billedBy } from './node.ts';
import type { Download } from './rig.ts';

type Stream = Pick<Download, 'bytes'>;

/** Longer than an agent's turn, in ms. */
const QUIET_TURN_MS = 1500;

/** Bytes of a running neighbour in which another stream would have got some: several parts of the website. */
const MEANWHILE = 500_000;

/** Waits until a stream has brought more bytes. */
export const grows = async (stream: Stream, more = 1): Promise<void> => {
  const goal = stream.bytes() + more;
  await until(`${more} more bytes`, () => stream.bytes() >= goal, { everyMs: 20 });
};

/** Waits until a stream brings nothing while another one runs. */
export const stops = async (stream: Stream, running: Stream): Promise<void> => {
  await until('the stream to stop', async () => {
    const before = stream.bytes();
    await grows(running, MEANWHILE);
    return stream.bytes() === before;
  });
};

/** Waits until billed bytes equal the engine's count and stay equal for another turn of the agent. */
export const billsExactly = async (
  billing: ReturnType<typeof billedBy>,
  counted: () => Promise<ReadonlyMap<string, number>>,
): Promise<void> => {
  const isSame = async (): Promise<boolean> => {
    await billing.pull();
    expect(billing.sums).toEqual(await counted());
    return true;
  };
  await until('every counted byte to be billed', isSame);
  // A byte that is billed twice would come now.
  await quiet(QUIET_TURN_MS);
  await isSame();
};
