import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether nobody listens on a port. */
const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port);
  const free = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]).catch(() => false);
  if (!free) return false;
  server.close();
  await once(server, 'close');
  return true;
};

const LOWEST = 12_000;
const HIGHEST = 32_000;
/** A process counts upwards from a place of its own: nothing that it was given before is given again. */
let next = randomInt(LOWEST, HIGHEST);

/**
 * The first of so many neighbouring ports that nobody listens on (a node's lines have ports in a row), below those that
 * the system gives to outgoing connections: an install takes seconds, and by then one of those may be somebody else's.
 */
export const quietPort = async (inARow = 1): Promise<number> => {
  for (;;) {
    if (next + inARow > HIGHEST) next = LOWEST;
    const first = next;
    next += inARow;
    const free = await Promise.all(Array.from({ length: inARow }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
};
