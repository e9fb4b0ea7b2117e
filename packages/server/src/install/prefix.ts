import type { SshNode } from '../nodes/index.ts';
import { quoted } from '../platform/shell-word.ts';

/** Where an installation lies on servers that are logged in to as root. */
const ROOT_PREFIX = '/opt/skyport';
/**
 * Elsewhere it lies in the account's home, which the server's own shell fills in: the panel never reads where that is.
 */
const HOME_PREFIX = '~/skyport';
const HOME = '~/';

/**
 * The folder to ask a server for: the one that was asked for before, else one that only the node's own account name
 * decides. `taken` are folders of other nodes on the same machine; nodes beside each other have folders of their own.
 */
export const wantedPrefix = (
  { username, num }: Pick<SshNode, 'username' | 'num'>,
  known: string,
  taken: readonly string[],
): string => {
  if (known !== '') return known;
  const base = username === 'root' ? ROOT_PREFIX : HOME_PREFIX;
  // Installations of before have their home written out.
  const name = base.startsWith(HOME) ? base.slice(1) : base;
  return taken.some((other) => other.endsWith(name)) ? `${base}-${num}` : base;
};

/** A path as a word of the server's shell, its own home filled in by that shell. */
export const shellPath = (path: string): string =>
  path.startsWith(HOME) ? `"$HOME"/${quoted(path.slice(HOME.length))}` : quoted(path);

/** A path for sending files: SFTP and commands begin in the account's home. */
export const sendPath = (path: string): string => (path.startsWith(HOME) ? path.slice(HOME.length) : path);
