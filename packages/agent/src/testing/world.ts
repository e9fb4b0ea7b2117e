import { afterAll, beforeAll } from 'vitest';
import { engineBinary } from '../../../../tools/engines.ts';
import { startRealityTarget, startWebsite, type Website } from './rig.ts';

/** What nodes and their clients meet in a test: real programs by their paths, and servers on loopback. */
export type World = {
  readonly xray: string;
  readonly singBox: string;
  readonly website: Website;
  /** Whose handshake REALITY lines borrow. */
  readonly target: Website;
};

/** The world of a test file. Its parts are there from the first test on and go after the last one. */
export const worldOfTests = (): World => {
  const world = {} as { -readonly [part in keyof World]: World[part] };
  beforeAll(async () => {
    [world.xray, world.singBox] = [await engineBinary('xray'), await engineBinary('sing-box')];
    [world.website, world.target] = [await startWebsite(), await startRealityTarget()];
  }, 600_000);
  afterAll(() => {
    world.website.close();
    world.target.close();
  });
  return world;
};
