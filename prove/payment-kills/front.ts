import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** The address of the shop, which stays while one panel after another serves behind it. */
export interface Front {
  readonly url: string;
  stop(): Promise<void>;
}

const hand = (incoming: IncomingMessage, outgoing: ServerResponse, to: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { method, headers, url = '/' } = incoming;
    const asked = request(new URL(url, to), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing).then(resolve, reject);
    });
    asked.on('error', reject);
    incoming.pipe(asked);
  });

/** Hands every request on to the panel that serves now; where that is gone, the connection breaks. */
export const startFront = async (panel: () => string): Promise<Front> => {
  const server = createServer((incoming, outgoing) => {
    // A connection that is kept may end just when its client sends again, which looks like a lost notification.
    outgoing.shouldKeepAlive = false;
    hand(incoming, outgoing, panel()).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
