import { LRUCache } from 'lru-cache';

/** A cache made at its first use: `LRUCache` takes the memory of all `max` entries when it is made. */
export const createLateCache = <Key extends string | number, Value extends object | number>(
  max: number,
): (() => LRUCache<Key, Value>) => {
  let cache: LRUCache<Key, Value> | undefined;
  return () => (cache ??= new LRUCache<Key, Value>({ max }));
};
