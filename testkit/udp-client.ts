import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { associate, HEAD_BYTES, headFor } from './socks-udp.ts';

/** A datagram to be sent, and how long an answer may take. */
export interface Question {
  /** Port of the proxy. */
  readonly port: number;
  /** `ip:port`. */
  readonly target: string;
  readonly text: string;
  readonly withinMs: number;
}

const AGAIN_MS = 500;

/**
 * Sends a datagram through the SOCKS5 proxy at a port of this machine (RFC 1928, section 7), again each half second as
 * resolvers do. Gives the answer, or null when none came in time. Throws when the proxy refuses UDP.
 */
export const askThrough = async ({ port, target, text, withinMs }: Question): Promise<string | null> => {
  const control = connect(port, '127.0.0.1');
  const socket = createSocket('udp4');
  let again: NodeJS.Timeout | undefined;
  try {
    const relayPort = await associate(control);
    const [ip = '', to = ''] = target.split(':');
    const datagram = Buffer.concat([headFor(ip, Number(to)), Buffer.from(text)]);
    const send = (): void => socket.send(datagram, relayPort, '127.0.0.1');
    again = setInterval(send, AGAIN_MS);
    send();
    const [answer] = (await once(socket, 'message', { signal: AbortSignal.timeout(withinMs) })) as [Buffer];
    return answer.subarray(HEAD_BYTES).toString();
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'AbortError') return null;
    throw fault;
  } finally {
    clearInterval(again);
    socket.close();
    control.destroy();
  }
};
