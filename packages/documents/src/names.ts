import { cleanName, cutName, isClientName, MAX_NAME } from '@skyport/contract/names';

/**
 * Gives out clean names that differ from each other, from the builtins and from `reserved` (compared without case):
 * the first to ask keeps its name, later ones get ` 2`, ` 3` ... Ask in a stable order.
 */
export const nameAllocator = (reserved: Iterable<string>): ((wanted: string, fallback: string) => string) => {
  const taken = new Set(Array.from(reserved, (n) => n.toLowerCase()));
  return (wanted, fallback) => {
    const base = cleanName(wanted) || fallback;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()) || isClientName(name); n++) {
      const suffix = ` ${n}`;
      name = cutName(base, MAX_NAME - suffix.length) + suffix;
    }
    taken.add(name.toLowerCase());
    return name;
  };
};
