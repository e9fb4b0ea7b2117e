/** How many wrong tries of one kind are too many. */
export interface FloodLimit {
  readonly max: number;
  readonly windowMs: number;
  /** Keys that are remembered at most; the oldest is forgotten first. */
  readonly kept?: number;
}

/** Counts wrong tries by key (an address, an account from an address), in this process. */
export interface Floods {
  /** Whether the key has used up its tries for now. */
  blocked(key: string, now: Date): boolean;
  note(key: string, now: Date): void;
}

const KEPT = 20_000;

/** A window begins with the first wrong try; `max` of them block the key until the window ends. */
export const createFloods = ({ max, windowMs, kept = KEPT }: FloodLimit): Floods => {
  const windows = new Map<string, { readonly since: number; count: number }>();
  const windowOf = (key: string, now: Date) => {
    const found = windows.get(key);
    return found && now.getTime() - found.since < windowMs ? found : undefined;
  };
  return {
    blocked: (key, now) => (windowOf(key, now)?.count ?? 0) >= max,
    note: (key, now) => {
      const open = windowOf(key, now);
      if (open) {
        open.count++;
        return;
      }
      windows.delete(key);
      windows.set(key, { since: now.getTime(), count: 1 });
      if (windows.size > kept) windows.delete(windows.keys().next().value!);
    },
  };
};
