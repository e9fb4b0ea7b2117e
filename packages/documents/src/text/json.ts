import type { Part } from '../template.ts';
import { isBranch, isList, pairs, quoted, scalar } from './tree.ts';
import type { Tree } from './tree.ts';

const comma = (items: readonly Part[][]): Part[] => items.flatMap((item, i) => (i === 0 ? item : [', ', ...item]));

/** A tree on one line. The same text is a YAML flow collection, with `key` deciding how keys are written. */
export const oneLine = (tree: Tree, key: (name: string) => string = quoted): Part[] => {
  if (isList(tree)) return ['[', ...comma(tree.map((item) => oneLine(item, key))), ']'];
  if (!isBranch(tree)) return scalar(tree);
  return ['{', ...comma(pairs(tree).map(([k, v]) => [`${key(k)}: `, ...oneLine(v, key)])), '}'];
};

const nested = (tree: Tree, depth: number, indent: string): Part[] => {
  const deeper = `${indent}  `;
  const rows = (items: readonly Part[][]): Part[] =>
    items.flatMap((item, i) => [`${i === 0 ? '' : ','}\n${deeper}`, ...item]);
  if (depth === 0 || !(isList(tree) || isBranch(tree))) return oneLine(tree);
  if (isList(tree)) {
    if (tree.length === 0) return ['[]'];
    return ['[', ...rows(tree.map((item) => nested(item, depth - 1, deeper))), `\n${indent}]`];
  }
  const fields = pairs(tree).map(([k, v]): Part[] => [`${quoted(k)}: `, ...nested(v, depth - 1, deeper)]);
  return fields.length === 0 ? ['{}'] : ['{', ...rows(fields), `\n${indent}}`];
};

/** A JSON document: the outer three levels one item a row, so that a person can read it, the rest on one line each. */
export const json = (tree: Tree): Part[] => [...nested(tree, 3, ''), '\n'];
