import type { CrashPoint } from '@skyport/server/platform/crash';
import type { TestData, TestSession } from '@skyport/server/testing-app';
import type { Heard } from '../shop/client.ts';
import type { World } from './world.ts';

/** Two people, and the code of a transfer where there is one. */
export interface Pair {
  readonly sender: TestSession;
  readonly receiver: TestSession;
  readonly push: TestData;
}

/** One way to come by crash points of transfers, draws or agencies. */
export interface GiftFlow {
  readonly name: string;
  readonly points: readonly CrashPoint[];
  /** Whether a transfer waits before. */
  readonly isMade: boolean;
  /** Whether the sender is an agency, and the receiver its customer. */
  readonly isAgency?: true;
  /** What the panel dies of. */
  strike(world: World, pair: Pair): Promise<Heard>;
  /** What people do when it is back; gives the bytes that sender and receiver must have then. */
  resume(world: World, pair: Pair): Promise<readonly [sender: number, receiver: number]>;
}

/** A call by somebody. */
export const ask = (world: World, user: TestSession, path: string, payload: object = {}): Promise<Heard> =>
  world.server().call(path, payload, user);

/** What a call has given; throws where it was refused. */
export const given = async (world: World, user: TestSession, path: string, payload: object = {}): Promise<TestData> => {
  const heard = await ask(world, user, path, payload);
  if (heard === 'lost' || heard.code !== 0) throw new Error(`${path} was refused: ${JSON.stringify(heard)}`);
  return heard.data;
};
