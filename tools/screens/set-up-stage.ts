import { afterAll, beforeAll } from 'vitest';
import { setUpBrowser } from '../../testkit/journey.ts';
import type { Scene } from './scenes.ts';
import { serveConsole, type ServedConsole } from './serve.ts';
import { stage, type Size, type Staged } from './stage.ts';

/** The built console and a browser for the tests of the file that calls this; gives what shows them a scene. */
export const setUpStage = (): ((scene: Scene, size?: Size) => Promise<Staged>) => {
  let served: ServedConsole;
  beforeAll(async () => {
    served = await serveConsole();
  });
  afterAll(() => served?.close());
  const browser = setUpBrowser();
  return (scene, size = 'desk') => stage(browser(), served.base, { scene, size, scheme: 'light' });
};
