import type { Part, Slot } from '../template.ts';

const pieces = Symbol('pieces');

/** A quoted string with credentials in it. */
export interface Spliced {
  readonly [pieces]: readonly (string | Slot)[];
}

/**
 * What the YAML and JSON writers take. No null: leave the key out (`undefined`), because some clients reject the whole
 * document for one `headers: null`.
 */
export type Tree = string | number | boolean | Spliced | readonly Tree[] | Branch;
export interface Branch {
  readonly [key: string]: Tree | undefined;
}

/** A string value made of texts and credentials. */
export const spliced = (...parts: readonly (string | Slot)[]): Spliced => ({ [pieces]: parts });

/**
 * A double-quoted string that JSON, YAML 1.1 and YAML 1.2 read alike: JSON's escapes, and escapes for what YAML calls
 * not printable. Quotes are never left out, so that nothing can look like a number, a boolean or a time.
 */
export const quoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Whether a tree is a list. */
export const isList = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree);

/** Whether a tree is a mapping (and neither a list nor a spliced string). */
export const isBranch = (tree: Tree): tree is Branch => typeof tree === 'object' && !isList(tree) && !(pieces in tree);

/** Parts of a single value: quoted string, number, boolean or spliced string. Throws for a number JSON cannot say. */
export const scalar = (tree: string | number | boolean | Spliced): Part[] => {
  if (typeof tree === 'string') return [quoted(tree)];
  if (typeof tree === 'boolean') return [String(tree)];
  if (typeof tree === 'number') {
    if (!Number.isFinite(tree)) throw new RangeError(`not a number for a document: ${tree}`);
    return [String(tree)];
  }
  const inner = tree[pieces].map((p) => (typeof p === 'string' ? quoted(p).slice(1, -1) : p));
  return ['"', ...inner, '"'];
};

/** The pairs of a mapping that have a value, in the order written. */
export const pairs = (branch: Branch): [string, Tree][] =>
  Object.entries(branch).filter((pair): pair is [string, Tree] => pair[1] !== undefined);
