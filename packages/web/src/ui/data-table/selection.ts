/** Which rows are ticked, by key, and how that changes. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
}

/** The set with one key put in or taken out. */
export const withKey = (keys: ReadonlySet<string>, key: string, ticked: boolean): ReadonlySet<string> =>
  withKeys(keys, [key], ticked);

/** The set with some keys put in or taken out. */
export const withKeys = (keys: ReadonlySet<string>, some: readonly string[], ticked: boolean): ReadonlySet<string> => {
  const next = new Set(keys);
  for (const key of some) {
    if (ticked) next.add(key);
    else next.delete(key);
  }
  return next;
};
