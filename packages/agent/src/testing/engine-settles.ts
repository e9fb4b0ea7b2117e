import { setTimeout as sleep } from 'node:timers/promises';

/** Two turns of the second in which an agent looks at its engine, and half of one. */
const SETTLE_MS = 2500;

/** Waits for an engine that tells nobody when it is ready. `reason` names what it does meanwhile. */
export const engineSettles = async (_reason: string): Promise<void> => sleep(SETTLE_MS);
