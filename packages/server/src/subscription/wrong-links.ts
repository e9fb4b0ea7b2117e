import { MINUTE_MS, type Clock } from '../platform/clock.ts';

const WINDOW_MS = 10 * MINUTE_MS;
const MAX_WRONG = 20;
const MAX_ADDRESSES = 20_000;

/** Counts wrong links per client address, in this process. */
export interface WrongLinks {
  /** Whether the address has asked for so many wrong links that it gets no answer for now. */
  blocked(address: string): boolean;
  note(address: string): void;
}

/** Twenty wrong links in ten minutes block an address until the ten minutes are over. Keeps 20,000 addresses at most. */
export const createWrongLinks = (clock: Clock): WrongLinks => {
  const windows = new Map<string, { since: number; count: number }>();
  const windowOf = (address: string) => {
    const found = windows.get(address);
    return found && clock.now().getTime() - found.since < WINDOW_MS ? found : undefined;
  };
  return {
    blocked: (address) => (windowOf(address)?.count ?? 0) >= MAX_WRONG,
    note: (address) => {
      const open = windowOf(address);
      if (open) {
        open.count++;
        return;
      }
      windows.delete(address);
      windows.set(address, { since: clock.now().getTime(), count: 1 });
      if (windows.size > MAX_ADDRESSES) windows.delete(windows.keys().next().value!);
    },
  };
};
