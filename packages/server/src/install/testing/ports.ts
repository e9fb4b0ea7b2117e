import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nobody listens on, below those that the system gives to outgoing connections: an install takes seconds,
 * and by then one of those may be somebody else's.
 */
export const quietPort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const server = createServer().listen(port);
    const free = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};
