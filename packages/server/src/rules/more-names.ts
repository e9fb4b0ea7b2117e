import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isServer, moreMainland } from '@skyport/documents';

/** Names that a list has as a file beside those in its rules. */
export interface MoreNames {
  /** Another one for other names. */
  readonly version: string;
  readonly names: readonly string[];
}

export const NO_NAMES: MoreNames = { version: '', names: [] };

/** Ours, where an operator has put none beside them. */
export const OURS: MoreNames = { version: 'ours', names: moreMainland };

/** Larger files are not read: clients would fetch them once a day. */
const MOST_BYTES = 8 * 1024 * 1024;

type Say = (facts: object, text: string) => void;
/** Where it is said what was found in a file. */
type NamesLog = Readonly<Record<'info' | 'warn', Say>>;

/** The name that a row begins with, in any of the ways in which published lists say "with everything below it". */
const nameOf = (row: string): string =>
  row
    .replace(/#.*$/, '')
    .trim()
    .toLowerCase()
    .replace(/^(?:\+\.|\*\.|\.|domain:)/, '');

const isName = (text: string): boolean => isServer(text) && isIP(text) === 0 && text.includes('.');

/** Which file stands there now; that of our own names while there is none that is read. */
const versionOf = async (file: string): Promise<string> => {
  const found = await stat(file).catch((fault: unknown) => {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  });
  const isRead = found?.isFile() === true && found.size <= MOST_BYTES;
  return isRead ? `${found.mtimeMs} ${found.size} ${found.ino}` : OURS.version;
};

/**
 * Gives the names of an operator's file, one a row with comments behind `#`, or ours while there is no such file, it is
 * larger than 8 MiB, it cannot be read (the log says why) or it has no name in it. It may be replaced at any time; rows
 * that are no host names are left out.
 */
export const moreNamesFrom = (file: string, log: NamesLog): (() => Promise<MoreNames>) => {
  let known = OURS;
  let trouble: string | undefined;
  const read = async (): Promise<MoreNames> => {
    const version = await versionOf(file);
    if (version === known.version) return known;
    return version === OURS.version ? OURS : readNames(file, version, log);
  };
  return async () => {
    try {
      known = await read();
      trouble = undefined;
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      // Anybody may ask for this file: the log has one line for one trouble.
      if (reason !== trouble) log.warn({ file, reason }, 'names of a list cannot be read from a file: ours are used');
      trouble = reason;
      known = OURS;
    }
    return known;
  };
};

const readNames = async (file: string, version: string, log: NamesLog): Promise<MoreNames> => {
  const rows = (await readFile(file, 'utf8')).split(/\r?\n/).map(nameOf);
  const names = [...new Set(rows.filter(isName))];
  const refused = rows.filter((row) => row !== '' && !isName(row)).length;
  log[refused > 0 ? 'warn' : 'info']({ file, names: names.length, refused }, 'names of a list read from a file');
  return { version, names: names.length > 0 ? names : OURS.names };
};
