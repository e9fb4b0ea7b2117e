import { afterAll, beforeAll } from 'vitest';
import { engineBinary } from '../../../../tools/engines.ts';
import { startRealityTarget, startWebsite, type Website } from './rig.ts';

/** What nodes and their clients meet in a test: real programs by their paths, and servers on loopback. */
export type Surroundings = {
  readonly xray: string;
  readonly singBox: string;
  readonly website: Website;
  /** Whose handshake REALITY lines borrow. */
  readonly target: Website;
};

/** Starts them before the first test of a file and closes them after its last one. */
export const testSurroundings = (): Surroundings => {
  const surroundings = {} as { -readonly [part in keyof Surroundings]: Surroundings[part] };
  beforeAll(async () => {
    [surroundings.xray, surroundings.singBox] = [await engineBinary('xray'), await engineBinary('sing-box')];
    [surroundings.website, surroundings.target] = [await startWebsite(), await startRealityTarget()];
  });
  afterAll(() => {
    surroundings.website.close();
    surroundings.target.close();
  });
  return surroundings;
};
