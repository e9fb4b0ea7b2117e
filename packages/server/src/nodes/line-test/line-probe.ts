import { createSocket, type SocketOptions } from 'node:dgram';
import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { guardedLookup, isPrivateAddress } from '../../platform/addresses.ts';

/** What to probe, and how. `serverName` begins TLS; `path` asks for a WebSocket behind it. */
export interface Probe {
  readonly server: string;
  readonly port: number;
  readonly transport: 'tcp' | 'udp';
  readonly serverName?: string;
  readonly path?: string;
  readonly hostHeader?: string;
  readonly allowPrivate: boolean;
}

const LIMIT_MS = 8000;

/** What answered, in a sentence, and after how many ms. */
export type ProbeAnswer = { readonly ms: number; readonly what: string };

/** Probes once. */
export const probe = async (at: Probe): Promise<ProbeAnswer> => {
  if (!at.allowPrivate && isPrivateAddress(at.server)) throw new Error('不能连接内网或保留地址');
  const begun = performance.now();
  const what = at.transport === 'udp' ? await probeQuic(at) : await probeTcp(at);
  return { ms: Math.round(performance.now() - begun), what };
};

const opened = (at: Probe): { socket: Socket; event: string } => {
  const place = { host: at.server, port: at.port, lookup: guardedLookup(at.allowPrivate) };
  if (at.serverName === undefined) return { socket: connectTcp(place), event: 'connect' };
  // Whose certificate it is decides the client, by name or by pin; here it matters that TLS is spoken at all.
  return {
    socket: connectTls({ ...place, servername: at.serverName, rejectUnauthorized: false }),
    event: 'secureConnect',
  };
};

const probeTcp = (at: Probe): Promise<string> =>
  new Promise((resolve, reject) => {
    const { socket, event } = opened(at);
    const end = (answer: () => void): void => {
      clearTimeout(limit);
      socket.destroy();
      answer();
    };
    const limit = setTimeout(() => end(() => reject(new Error('连接超时'))), LIMIT_MS);
    socket.on('error', (fault) => end(() => reject(fault)));
    socket.on('close', () => end(() => reject(new Error('对方关闭了连接'))));
    socket.once(event, () => {
      const reached = at.serverName === undefined ? 'TCP 已连接' : `TLS 握手成功（${at.serverName}）`;
      if (at.path === undefined) return end(() => resolve(reached));
      socket.write(upgradeRequest(at));
      socket.once('data', (data: Buffer) => {
        const [status = ''] = data.toString('latin1').split('\r\n');
        if (status.startsWith('HTTP/1.1 101 ')) end(() => resolve(`${reached}，WebSocket 升级成功`));
        else end(() => reject(new Error(`WebSocket 未升级：${status.slice(0, 80)}`)));
      });
    });
  });

const upgradeRequest = ({ path = '/', hostHeader, server }: Probe): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${hostHeader ?? server}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.from('skyport-line-tst').toString('base64')}`,
    '\r\n',
  ].join('\r\n');

/** A version that no server speaks (RFC 9000, 15): a QUIC server answers with those it does (RFC 8999, 6). */
const NO_VERSION = 0x1a2a3a4a;
const SMALLEST_FIRST = 1200;
const LONG_HEADER = 0xc0;

/** A first packet with an unknown version, which costs the server one small answer and no session. */
const quicPacket = (): Buffer => {
  const packet = Buffer.alloc(SMALLEST_FIRST);
  packet[0] = LONG_HEADER;
  packet.writeUInt32BE(NO_VERSION, 1);
  packet[5] = 8;
  packet.write('skyport1', 6);
  packet[14] = 8;
  packet.write('skyport2', 15);
  return packet;
};

const probeQuic = (at: Probe): Promise<string> =>
  new Promise((resolve, reject) => {
    const lookup = guardedLookup(at.allowPrivate) as NonNullable<SocketOptions['lookup']>;
    const socket = createSocket({ type: isIPv6(at.server) ? 'udp6' : 'udp4', lookup });
    const end = (answer: () => void): void => {
      clearInterval(again);
      clearTimeout(limit);
      socket.close();
      answer();
    };
    const send = (): void =>
      socket.send(quicPacket(), at.port, at.server, (fault) => fault && end(() => reject(fault)));
    const again = setInterval(send, 1000);
    const limit = setTimeout(() => end(() => reject(new Error('UDP 没有回应'))), LIMIT_MS);
    socket.on('error', (fault) => end(() => reject(fault)));
    socket.on('message', (answer) => {
      const negotiates = answer.length > 7 && ((answer[0] ?? 0) & 0x80) !== 0 && answer.readUInt32BE(1) === 0;
      end(negotiates ? () => resolve('QUIC 已回应') : () => reject(new Error('回应的不是 QUIC')));
    });
    send();
  });
