import type { InstallStep } from '@skyport/contract/install';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { writeProgress } from './store.ts';
import { printable } from './words.ts';

/** What a run tells as it goes; written about twice a second. */
export interface RunRecord {
  step(step: InstallStep, percent: number): void;
  /** Adds a line to the log, without control characters and without anything that was hidden. */
  say(line: string): void;
  /** A text that must never appear in the log. */
  hide(secret: string): void;
  /** Text of at most so many characters (500 unless told) without control characters and what was hidden. */
  clean(text: string, most?: number): string;
  /** Writes what is left. */
  close(): Promise<void>;
}

const FLUSH_MS = SECOND_MS / 2;
const BEAT_MS = 10 * SECOND_MS;
const SHORTEST_SECRET = 4;
const LONGEST = 500;
const PENDING_KEPT = 64 * 1024;

/** Begins the record of a run. `lost` hears when the run is not the node's any more. */
export const createRecord = (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  run: { readonly nodeId: string; readonly run: string },
  lost: () => void,
): RunRecord => {
  const secrets = new Set<string>();
  let [step, percent, pending, changed, lastBeat]: [InstallStep, number, string, boolean, number] = [
    '',
    0,
    '',
    true,
    0,
  ];
  let writing = Promise.resolve();
  let alive = true;

  // Cut last: of a secret that stands across the end nothing may be left.
  const clean = (text: string, most = LONGEST): string => {
    let left = printable(text);
    for (const secret of [...secrets].toSorted((a, b) => b.length - a.length)) left = left.replaceAll(secret, '[…]');
    return left.slice(0, most);
  };
  const flush = async (): Promise<void> => {
    const at = deps.clock.now();
    const due = at.getTime() - lastBeat >= BEAT_MS;
    if (!alive || (!changed && !due)) return;
    const text = pending;
    [pending, changed, lastBeat] = ['', false, at.getTime()];
    try {
      if (await writeProgress(deps.db, run, { step, percent, text, at })) return;
      alive = false;
      lost();
    } catch (fault) {
      // The database may be away for a moment: nothing is lost, the next flush writes it.
      [pending, changed] = [(text + pending).slice(-PENDING_KEPT), true];
      deps.log.warn({ node: run.nodeId, reason: fault instanceof Error ? fault.message : '' }, 'an install log waits');
    }
  };
  const turn = (): Promise<void> => (writing = writing.then(flush));
  const timer = setInterval(() => void turn(), FLUSH_MS);
  return {
    step: (next, share) => {
      [step, percent, changed] = [next, Math.max(next === step ? percent : 0, Math.min(100, Math.round(share))), true];
    },
    say: (line) => {
      const time = deps.clock.now().toISOString().slice(11, 19);
      pending = `${pending}${time} ${clean(line)}\n`.slice(-PENDING_KEPT);
      changed = true;
    },
    hide: (secret) => {
      for (const line of secret.split('\n')) if (line.trim().length >= SHORTEST_SECRET) secrets.add(line.trim());
    },
    clean,
    close: async () => {
      clearInterval(timer);
      await turn();
    },
  };
};
