import type { InstallStep } from '@skyport/contract/install';
import {
  installMessage,
  MESSAGE_MARK,
  type InstallCode,
  type InstallMessage,
  type InstallValues,
} from '@skyport/contract/install-messages';
import { printable } from '@skyport/contract/printable';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { writeProgress } from './store.ts';
import { lastLines } from './script-line.ts';

/** What a run tells as it goes; written about twice a second. */
export interface RunRecord {
  step(step: InstallStep, percent: number): void;
  /** Adds a message of the panel's to the log, without anything that was hidden. */
  say<C extends InstallCode>(code: C, ...values: InstallValues<C, string | number>): void;
  /** The same of a message that was made elsewhere; gives it back as it was added. */
  add(message: InstallMessage): InstallMessage;
  /** Adds a line of the server's to the log, without control characters and without anything that was hidden. */
  hear(line: string): void;
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

/** Takes control characters and hidden texts out of what is written down. */
const createCleaner = (): Pick<RunRecord, 'clean' | 'hide'> => {
  const secrets = new Set<string>();
  return {
    hide: (secret) => {
      for (const line of secret.split('\n')) if (line.trim().length >= SHORTEST_SECRET) secrets.add(line.trim());
    },
    // Cut last: of a secret that stands across the end nothing may be left.
    clean: (text, most = LONGEST) => {
      let left = printable(text);
      for (const secret of [...secrets].toSorted((a, b) => b.length - a.length)) left = left.replaceAll(secret, '[…]');
      return left.slice(0, most);
    },
  };
};

/** Begins the record of a run. `lost` hears when the run is not the node's any more. */
export const createRecord = (
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  run: { readonly nodeId: string; readonly run: string },
  lost: () => void,
): RunRecord => {
  const { clean, hide } = createCleaner();
  let [step, percent, pending, changed, lastBeat]: [InstallStep, number, string, boolean, number] = [
    '',
    0,
    '',
    true,
    0,
  ];
  let writing = Promise.resolve();
  let alive = true;

  const addLine = (line: string): void => {
    const time = deps.clock.now().toISOString().slice(11, 19);
    pending = lastLines(`${pending}${time} ${line}\n`, PENDING_KEPT);
    changed = true;
  };
  const add = ({ code, values }: InstallMessage): InstallMessage => {
    const cleaned = { code, values: values.map((value) => clean(value)) };
    addLine(MESSAGE_MARK + JSON.stringify(cleaned));
    return cleaned;
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
      [pending, changed] = [lastLines(text + pending, PENDING_KEPT), true];
      deps.log.warn({ node: run.nodeId, reason: fault instanceof Error ? fault.message : '' }, 'an install log waits');
    }
  };
  const turn = (): Promise<void> => (writing = writing.then(flush));
  const timer = setInterval(() => void turn(), FLUSH_MS);
  return {
    step: (next, share) => {
      [step, percent, changed] = [next, Math.max(next === step ? percent : 0, Math.min(100, Math.round(share))), true];
    },
    say: (code, ...values) => void add(installMessage(code, ...values)),
    add,
    hear: (line) => {
      const heard = clean(line);
      // Only the panel's own lines begin like the panel's.
      addLine(heard.startsWith(MESSAGE_MARK) ? ` ${heard}` : heard);
    },
    hide,
    clean,
    close: async () => {
      clearInterval(timer);
      await turn();
    },
  };
};
