import { connect, isIP, type Socket } from 'node:net';
import { lookup } from 'node:dns/promises';
import type { LineTestResult, LineTestStep } from '@skyport/contract/line-test';
import type { addressOf } from '@skyport/documents/address';
import type { LineSource } from '@skyport/documents/model';
import { isPrivateAddress } from '../../platform/addresses.ts';
import { probe, type Probe } from './line-probe.ts';

/** An address that clients are given for a line. */
export type Place = ReturnType<typeof addressOf>;

/** What the way to one address showed; `ip` is where its name leads, undefined when nothing listens there. */
export interface Reached {
  readonly at: string;
  readonly steps: readonly LineTestResult[];
  readonly ip: string | undefined;
}

const LIMIT_MS = 8000;

/** Goes step by step to one address of a line: its name, the connection, and how the protocol target. */
export const reach = async (source: LineSource, place: Place, allowPrivate: boolean): Promise<Reached> => {
  const at = `${place.server}:${place.port}`;
  const steps: LineTestResult[] = [];
  const step = async <T>(name: LineTestStep, work: () => Promise<readonly [T, string]>): Promise<T | undefined> => {
    const begun = performance.now();
    try {
      const [found, text] = await work();
      steps.push({ at, step: name, ok: true, ms: Math.round(performance.now() - begun), text });
      return found;
    } catch (fault) {
      steps.push({ at, step: name, ok: false, ms: null, text: messageOf(fault) });
      return undefined;
    }
  };
  const give = (ip: string | undefined): Reached => ({ at, steps, ip });
  const named = isIP(place.server) === 0;
  const ip = named
    ? await step('dns', async () => {
        const found = await resolveName(place.server, allowPrivate);
        return [found, found] as const;
      })
    : place.server;
  if (ip === undefined) return give(undefined);
  const target = probeOf(source, place, { server: ip, allowPrivate });
  if (target.transport === 'tcp') {
    const open = await step('tcp', async () => {
      await touch(ip, place.port, allowPrivate);
      return [true, 'TCP 已连接'] as const;
    });
    if (!open) return give(undefined);
  }
  if (target.transport === 'udp' || target.serverName !== undefined || target.path !== undefined) {
    const begun = await step('handshake', async () => [true, (await probe(target)).what] as const);
    if (!begun) return give(undefined);
  }
  return give(ip);
};

/** A sentence for the operator. */
export const messageOf = (fault: unknown): string => {
  const text = fault instanceof Error ? fault.message : String(fault);
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return EXPLAINED[code] ?? text.slice(0, 300);
};

const EXPLAINED: Readonly<Record<string, string>> = {
  ENOTFOUND: '域名不存在',
  EAI_AGAIN: '域名解析没有回应',
  ECONNREFUSED: '端口未开放',
  ECONNRESET: '对方断开了连接',
  EHOSTUNREACH: '主机不可达',
  ENETUNREACH: '网络不可达',
  ETIMEDOUT: '连接超时',
};

const PRIVATE = '不能连接内网或保留地址';

const resolveName = async (name: string, allowPrivate: boolean): Promise<string> => {
  const found = await lookup(name, { all: true });
  const usable = found.find(({ address }) => allowPrivate || !isPrivateAddress(address));
  if (!usable) throw new Error(PRIVATE);
  return usable.address;
};

const touch = (ip: string, port: number, allowPrivate: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!allowPrivate && isPrivateAddress(ip)) return reject(new Error(PRIVATE));
    const socket: Socket = connect({ host: ip, port });
    const end = (answer: () => void): void => {
      clearTimeout(limit);
      socket.destroy();
      answer();
    };
    const limit = setTimeout(() => end(() => reject(new Error('连接超时'))), LIMIT_MS);
    socket.once('connect', () => end(resolve)).on('error', (fault) => end(() => reject(fault)));
  });

/** How a client of the line's protocol would begin at an address; `dialled` is where its name leads. */
const probeOf = ({ line }: LineSource, place: Place, dialled: Pick<Probe, 'server' | 'allowPrivate'>): Probe => {
  const at = { ...dialled, port: place.port };
  if (line.protocol === 'h2') return { ...at, transport: 'udp' };
  if (line.protocol === 'reality') return { ...at, transport: 'tcp', serverName: line.publicSecrets.serverName ?? '' };
  if (line.protocol !== 'vmesh_ws') return { ...at, transport: 'tcp' };
  const hostHeader = place.host ?? place.server;
  const edge = line.bridge === 'cf_cdn' ? { serverName: hostHeader } : {};
  return { ...at, ...edge, transport: 'tcp', path: line.publicSecrets.path ?? '/', hostHeader };
};
