import type { FoundLine } from './found.ts';
import { refuse } from './found.ts';

/** Where a client made from links listens, on loopback. */
export interface XrayClientOptions {
  /** Port of the SOCKS inbound; with `portPerLine` the first one. */
  readonly socksPort: number;
  /** Port of the control interface; none without. */
  readonly apiPort?: number;
  /** Name of the line that carries everything; the first one without. */
  readonly choose?: string;
  /** Gives each line an inbound of its own, at `socksPort` plus its place in the list. */
  readonly portPerLine?: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const serverOf = ({ server, port }: FoundLine): Json => ({ address: server, port });

const settingsOf = (line: FoundLine): Json => {
  switch (line.protocol) {
    case 'vmess':
      return { vnext: [{ ...serverOf(line), users: [{ id: line.credential, security: 'auto' }] }] };
    case 'vless':
      return { vnext: [{ ...serverOf(line), users: [{ id: line.credential, encryption: 'none', flow: line.flow }] }] };
    case 'shadowsocks':
      return { servers: [{ ...serverOf(line), method: line.method, password: line.credential }] };
    case 'hysteria2':
      return { version: 2, ...serverOf(line) };
  }
};

const securityOf = ({ protocol, tls, sni, pin, publicKey, shortId }: FoundLine): Json => {
  if (!tls) return { security: 'none' };
  if (publicKey !== undefined) {
    const realitySettings = { serverName: sni, fingerprint: 'chrome', publicKey, shortId, spiderX: '/' };
    return { security: 'reality', realitySettings };
  }
  const alpn = protocol === 'hysteria2' ? ['h3'] : undefined;
  const fingerprint = protocol === 'hysteria2' ? undefined : 'chrome';
  // The engine wants the fingerprint and refuses to accept any certificate, so `insecure` counts for nothing here.
  return { security: 'tls', tlsSettings: { serverName: sni, alpn, fingerprint, pinnedPeerCertSha256: pin } };
};

const transportOf = ({ protocol, network, path, host, credential }: FoundLine): Json => {
  if (protocol === 'hysteria2') return { network: 'hysteria', hysteriaSettings: { version: 2, auth: credential } };
  return network === 'ws' ? { network, wsSettings: { path, host } } : { network: 'tcp' };
};

const outboundOf = (line: FoundLine): Json => ({
  protocol: line.protocol === 'hysteria2' ? 'hysteria' : line.protocol,
  settings: settingsOf(line),
  streamSettings: { ...transportOf(line), ...securityOf(line) },
});

/**
 * Configuration of Xray as a client of lines that a reader found, by the Xray project's own pages: an outbound for
 * each, tagged with its name, and one that carries everything. Throws when `choose` names no line.
 */
export const xrayClientConfig = (lines: readonly FoundLine[], options: XrayClientOptions): Json => {
  const { socksPort, apiPort, choose = lines[0]?.name ?? '', portPerLine = false } = options;
  const chosen = lines.find((line) => line.name === choose) ?? refuse(choose, 'no such line');
  const inbound = (tag: string, port: number): Json => ({
    tag,
    listen: '127.0.0.1',
    port,
    protocol: 'socks',
    settings: { udp: true },
  });
  return {
    log: { loglevel: 'warning' },
    ...(apiPort !== undefined && {
      api: { tag: 'api', listen: `127.0.0.1:${apiPort}`, services: ['RoutingService', 'StatsService'] },
    }),
    inbounds: portPerLine ? lines.map((_, i) => inbound(`in-${i}`, socksPort + i)) : [inbound('in', socksPort)],
    outbounds: lines.map((line) => ({ tag: line.name, ...outboundOf(line) })),
    routing: {
      rules: portPerLine
        ? lines.map((line, i) => ({ inboundTag: [`in-${i}`], outboundTag: line.name }))
        : [{ inboundTag: ['in'], outboundTag: chosen.name }],
    },
  };
};
