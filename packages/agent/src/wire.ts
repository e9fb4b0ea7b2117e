import type { Engine } from './engines/engine.ts';

/** How often the kernel's count is taken, as long as all goes well. */
const WIRE_EVERY_MS = 5000;

/**
 * Bytes that went through the lines' ports and that a dead engine had not told. What an engine counted since the last
 * tick dies with it, but the kernel has counted on: the difference is shown as nobody's.
 */
export type WireWatch = {
  /** Notes bytes that were read from the engine and are on disk. */
  committed(bytes: number): void;
  /**
   * Does `count`, which says whether what it read is on disk, with the kernel's count taken around it. Gives the bytes
   * that are newly lost: none while the engine runs. `now` in ms.
   */
  around(now: number, count: () => Promise<boolean>): Promise<number>;
  /** Lost bytes that are not on disk yet. */
  waiting(): number;
  /** Hands the waiting bytes to `setAside`, once: when that throws (a full disk), they go on waiting. */
  writeDown(setAside: (bytes: number) => void): void;
};

/** Begins to watch an engine. */
export const watchWire = (engine: Pick<Engine, 'status' | 'wireBytes'>): WireWatch => {
  /** The kernel's count when everything before it was on disk, and what was committed since then. */
  let base: { bytes: number; takenAt: number; counted: number } | undefined;
  let waiting = 0;
  return {
    committed: (bytes) => {
      if (base) base.counted += bytes;
    },
    around: async (now, count) => {
      const due = engine.status().running && now >= (base?.takenAt ?? -Infinity) + WIRE_EVERY_MS;
      const bytes = due ? await engine.wireBytes() : undefined;
      const written = await count();
      // What this reading brought went by before the kernel was asked. Unwritten, it is still the engine's alone: then
      // the older count stays, since all of that would die with the engine.
      if (due && (written || !base)) base = bytes === undefined ? undefined : { bytes, takenAt: now, counted: 0 };
      if (!base || engine.status().running) return 0;
      const lost = Math.max(0, ((await engine.wireBytes()) ?? 0) - base.bytes - base.counted);
      base = undefined;
      waiting += lost;
      return lost;
    },
    waiting: () => waiting,
    writeDown: (setAside) => {
      if (waiting === 0) return;
      setAside(waiting);
      waiting = 0;
    },
  };
};
