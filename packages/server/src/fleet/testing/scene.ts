import { createTestApp } from '../../testing.ts';
import { sceneOf, type Scene } from './scene-of.ts';

/** Starts the product on a database of its own. */
export const createScene = async (): Promise<Scene> => sceneOf(await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' }));
