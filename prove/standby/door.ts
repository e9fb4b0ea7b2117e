import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A local TCP proxy with a changeable target port. */
export interface Door {
  readonly port: number;
  /** Closes all connections and sets the target; without a target, new connections are closed. */
  lead(port: number | undefined): void;
  stop(): Promise<void>;
}

/** Opens a proxy without a target. */
export const openDoor = async (): Promise<Door> => {
  let to: number | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    // Either server may be killed: the error of one socket closes the other.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  const server = createServer((near) => {
    keep(near);
    if (to === undefined) return void near.destroy();
    const far = keep(connect(to, '127.0.0.1'));
    near.pipe(far).on('close', () => near.destroy());
    far.pipe(near).on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lead: (port) => {
      to = port;
      endAll();
    },
    stop: async () => {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
};
