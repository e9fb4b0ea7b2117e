import { statfsSync } from 'node:fs';
import { freemem, loadavg } from 'node:os';

/** How this machine is doing; memory and disk (of the data directory) in bytes. */
export const machineState = (dataDir: string): { load1: number; memoryFree: number; diskFree: number } => {
  const disk = statfsSync(dataDir);
  return { load1: loadavg()[0] ?? 0, memoryFree: freemem(), diskFree: disk.bavail * disk.bsize };
};
