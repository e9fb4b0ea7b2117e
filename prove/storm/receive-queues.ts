import { readFileSync } from 'node:fs';

/** States of TCP as the kernel writes them. */
const ESTABLISHED = '01';
const LISTENING = '0A';

/** One line of /proc/net/tcp: local port, state and bytes that wait to be read, all hexadecimal. */
const LINE = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ([0-9A-F]{2}) [0-9A-F]{8}:([0-9A-F]{8}) /;

/** Bytes that wait to be read at the ports on which a list of sockets listens (`proc_net_tcp.txt` of the kernel). */
export const waitingIn = (table: string): number => {
  const sockets = table.split('\n').flatMap((line) => {
    const [, port = '', state, waiting = ''] = LINE.exec(line) ?? [];
    return state === undefined ? [] : [{ port, state, waiting: Number.parseInt(waiting, 16) }];
  });
  const open = new Set(sockets.filter(({ state }) => state === LISTENING).map(({ port }) => port));
  return sockets
    .filter(({ port, state }) => state === ESTABLISHED && open.has(port))
    .reduce((sum, { waiting }) => sum + waiting, 0);
};

/**
 * Bytes that came in at the open ports of a process' network and were not read yet: the kernel has counted them, the
 * engine has not. 0 when the process is gone.
 */
export const receiveQueueOf = (pid: number): number => {
  try {
    return waitingIn(['tcp', 'tcp6'].map((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8')).join('\n'));
  } catch {
    return 0;
  }
};
