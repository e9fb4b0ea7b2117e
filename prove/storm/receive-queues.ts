import { readFileSync } from 'node:fs';

/** States of sockets as the kernel writes them; a UDP socket that anybody may send to is called closed. */
const ESTABLISHED = '01';
const CLOSED = '07';
const LISTENING = '0A';

/** One line of /proc/net/tcp or udp: local port, state and bytes that wait to be read, all hexadecimal. */
const LINE = /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} ([0-9A-F]{2}) [0-9A-F]{8}:([0-9A-F]{8}) /;

/**
 * Bytes that wait to be read, by lists of sockets (`proc_net_tcp.txt` of the kernel): in TCP connections to ports at
 * which somebody listens, and at UDP ports that are open to everybody, where the kernel adds what a datagram takes up
 * in its memory.
 */
export const waitingIn = (tables: string): number => {
  const sockets = tables.split('\n').flatMap((line) => {
    const [, port = '', state, waiting = ''] = LINE.exec(line) ?? [];
    return state === undefined ? [] : [{ port, state, waiting: Number.parseInt(waiting, 16) }];
  });
  const listening = new Set(sockets.filter(({ state }) => state === LISTENING).map(({ port }) => port));
  return sockets
    .filter(({ port, state }) => state === CLOSED || (state === ESTABLISHED && listening.has(port)))
    .reduce((sum, { waiting }) => sum + waiting, 0);
};

const TABLES = ['tcp', 'tcp6', 'udp', 'udp6'];

/**
 * Bytes that came in at the open ports of a process' network and were not read yet: the kernel has counted them, the
 * engine has not. 0 when the process is gone.
 */
export const receiveQueueOf = (pid: number): number => {
  try {
    return waitingIn(TABLES.map((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8')).join('\n'));
  } catch {
    return 0;
  }
};
