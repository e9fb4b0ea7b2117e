import { mkdtempSync, rmSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeNodeKit } from '../../../../../tools/node-kit.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the node kit that all test files of a run share; tests change copies. */
    nodeKit: string;
  }
}

/** Makes the node kit of a run, for this machine's processor. */
export default async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), 'skyport-kit-'));
  await makeNodeKit(join(folder, 'kit'), [arch() === 'arm64' ? 'arm64' : 'x64']);
  project.provide('nodeKit', join(folder, 'kit'));
  return () => rmSync(folder, { recursive: true, force: true });
};
