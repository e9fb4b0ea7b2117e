import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isServer, moreMainland } from '@skyport/documents';
import type { Deps } from '../platform/deps.ts';

/** Names that a list has as a file beside those in its rules. */
export interface MoreNames {
  /** Another one for other names. */
  readonly version: string;
  readonly names: readonly string[];
}

export const NO_NAMES: MoreNames = { version: '', names: [] };

/** Ours, where an operator has put none beside them. */
const OURS: MoreNames = { version: 'ours', names: moreMainland };

/** Larger files are not read: clients would fetch them once a day. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The name that a row begins with, in any of the ways in which published lists say "with everything below it". */
const nameOf = (row: string): string =>
  row
    .replace(/#.*$/, '')
    .trim()
    .toLowerCase()
    .replace(/^(?:\+\.|\*\.|\.|domain:)/, '');

const isName = (text: string): boolean => isServer(text) && isIP(text) === 0 && text.includes('.');

/**
 * Gives the names of an operator's file, one a row with comments behind `#`, or ours while there is no such file, it is
 * larger than 8 MiB or it has no name in it. It may be replaced at any time; rows that are no host names are left out.
 */
export const moreNamesFrom = (file: string, log: Deps['log']): (() => Promise<MoreNames>) => {
  let known = OURS;
  return async () => {
    const found = await stat(file).catch(() => undefined);
    const isReadable = found?.isFile() === true && found.size <= MOST_BYTES;
    const version = isReadable ? `${found.mtimeMs} ${found.size} ${found.ino}` : OURS.version;
    if (version === known.version) return known;
    known = version === OURS.version ? OURS : await readNames(file, version, log);
    return known;
  };
};

const readNames = async (file: string, version: string, log: Deps['log']): Promise<MoreNames> => {
  const rows = (await readFile(file, 'utf8')).split(/\r?\n/).map(nameOf);
  const names = [...new Set(rows.filter(isName))];
  const refused = rows.filter((row) => row !== '' && !isName(row)).length;
  log[refused > 0 ? 'warn' : 'info']({ file, names: names.length, refused }, 'names of a list read from a file');
  return { version, names: names.length > 0 ? names : OURS.names };
};
