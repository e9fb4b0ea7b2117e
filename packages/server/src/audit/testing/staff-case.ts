import type { Scene, SceneNode } from '../../fleet/testing/scene-of.ts';

/** What must never stand in the audit. */
export const SECRETS = {
  ssh: 'ssh-password-of-the-node',
  code: 'SECRETCODE1',
  smtp: 'smtp-password-of-the-site',
  payKey: 'key-of-the-gateway',
};

/** Where the cases are made. */
export interface StaffSetup {
  readonly scene: Scene;
  /** A node with one line and an enrolled agent. */
  readonly node: SceneNode;
  /** Ids of what the cases before made, by name. */
  readonly made: Record<string, string>;
}

/** What a call sends, and what its entries say; `object` is taken from the answer's `_id` where it is not said. */
export interface StaffCase {
  readonly payload: object;
  readonly object?: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly detail?: object;
  /** The name under which what it made is found by later cases. */
  readonly makes?: string;
}

/** Cases by the name of their call. */
export type StaffCases = Readonly<Record<string, (setup: StaffSetup) => StaffCase | Promise<StaffCase>>>;
