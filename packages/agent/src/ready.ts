import { renameSync, writeFileSync } from 'node:fs';
import { AGENT_VERSION } from './version.ts';

/**
 * How far an agent has come: `waiting` for the panel to prove the code, `serving` with a running engine, or `idle`
 * without one (before the first desired set, or because it cannot be started).
 */
export type Readiness = 'waiting' | 'serving' | 'idle';

/** Writes `readiness pid version` into a file, wholly or not at all; installers look there. Empty path: nothing. */
export const writeReadiness = (file: string, readiness: Readiness): void => {
  if (file === '') return;
  try {
    writeFileSync(`${file}.part`, `${readiness} ${process.pid} ${AGENT_VERSION}\n`);
    renameSync(`${file}.part`, file);
  } catch {
    // A full disk must not end an agent that serves; the installer then sees none that is ready.
  }
};
