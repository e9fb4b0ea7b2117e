import { setTimeout as sleep } from 'node:timers/promises';

/** Two turns of the second in which an agent looks at its engine, and half of one. */
const SETTLE_MS = 2500;

/** Waits a fixed time for an engine that sends no ready signal. `reason` names its work during that time. */
export const engineSettles = async (_reason: string): Promise<void> => sleep(SETTLE_MS);
