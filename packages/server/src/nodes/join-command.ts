import type { ServerType } from '@skyport/contract/nodes-rules';
import { quoted } from '../platform/shell-word.ts';
import type { Neighbour } from './neighbour-store.ts';

/** Where the install script puts a node when nothing else is said. */
const DEFAULT_PREFIX = '/opt/skyport';

/**
 * The folder of a node that is installed by hand: the one where it lies already, else one of its own where another node
 * stands on the same machine. Empty for the script's own. `all` are the nodes of that machine, this one included.
 */
export const handPrefix = (num: number, all: readonly Neighbour[]): string => {
  const own = all.find((node) => node.num === num)?.prefix ?? '';
  if (own.startsWith('/')) return own;
  const others = all.filter((node) => node.num !== num);
  const isTaken = others.some(({ num: other, prefix }) => prefix === DEFAULT_PREFIX || (prefix === '' && other < num));
  return isTaken ? `${DEFAULT_PREFIX}-${num}` : '';
};

/** What a command is made of that lets a machine join as a node. */
interface Joining {
  readonly node: { readonly id: string; readonly ctrl_port: number };
  readonly code: string;
  /** Where the install script is fetched from. */
  readonly script: string;
  readonly prefix: string;
}

/** Where a node's install script is: at the address that the settings name, else at the panel itself. */
export const scriptAddress = (serverType: ServerType, named: string, base: string): string =>
  named.trim() || `${base.replace(/\/$/, '')}/install/${serverType}.sh`;

/**
 * One line that somebody pastes as root into a shell of a bare server: it fetches the install script with whatever is
 * there and runs it. The script is whole before it begins, and the same line may be run again.
 */
export const joinCommand = ({ node, code, script, prefix }: Joining): string => {
  const address = quoted(script);
  const place = prefix === '' ? '' : ` --prefix ${quoted(prefix)}`;
  const args = `--node-id ${node.id} --port ${node.ctrl_port} --code ${code} --reenrol${place}`;
  return `f=$(mktemp) && { curl -fsSL -o "$f" ${address} || wget -O "$f" ${address}; } && sh "$f" install ${args}`;
};
