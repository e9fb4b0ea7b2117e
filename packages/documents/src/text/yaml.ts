import type { Part } from '../template.ts';
import { oneLine } from './json.ts';
import { isBranch, isList, pairs, quoted } from './tree.ts';
import type { Branch } from './tree.ts';

/** Keys that need no quotes; words that YAML 1.1 reads as a boolean or null do. */
const PLAIN_KEY = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z][A-Za-z0-9-]*$/i;

const key = (name: string): string => (PLAIN_KEY.test(name) ? name : quoted(name));

/**
 * A YAML document that readers of version 1.1 and 1.2 understand alike: a mapping in rows, mappings right below it in
 * rows, lists one item a row, everything deeper on one line. Every string is in double quotes. There are no anchors, no
 * folding and no nulls.
 */
export const yaml = (document: Branch): Part[] =>
  pairs(document).flatMap(([k, value]): Part[] => {
    if (isList(value) && value.length > 0) {
      return [`${key(k)}:\n`, ...value.flatMap((item): Part[] => ['  - ', ...oneLine(item, key), '\n'])];
    }
    if (isBranch(value)) {
      const rows = pairs(value).flatMap(([name, v]): Part[] => [`  ${key(name)}: `, ...oneLine(v, key), '\n']);
      return rows.length === 0 ? [`${key(k)}: {}\n`] : [`${key(k)}:\n`, ...rows];
    }
    return [`${key(k)}: `, ...oneLine(value, key), '\n'];
  });
