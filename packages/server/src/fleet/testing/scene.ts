import { createTestApp } from '../../testing.ts';
import type { Controller } from '../desired/controller.ts';
import type { TestSession } from '../../testing-app.ts';
import { sceneOf, type Scene, type SceneNode } from './scene-of.ts';

/** Starts the product on a database of its own. */
export const createScene = async (): Promise<Scene> => sceneOf(await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' }));

/** A scene in which a customer may use the one line of a node that the panel pulls from. */
export interface ServedScene {
  readonly scene: Scene;
  /** With 1,000,000 bytes. */
  readonly customer: TestSession;
  readonly node: SceneNode;
  /** Number of its VMess line. */
  readonly line: number;
  readonly controller: Controller;
}

/** Starts one; `change` are fields of the node that are not as usual. */
export const createServedScene = async (change: object = {}): Promise<ServedScene> => {
  const scene = await createScene();
  const customer = await scene.customer(1_000_000);
  const node = await scene.node(['vmesh_tcp'], change);
  return { scene, customer, node, line: node.lines[0]!, controller: await scene.controller() };
};
