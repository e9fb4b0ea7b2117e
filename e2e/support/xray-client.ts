/** First port of the inbounds, one for each line in the order of the list. */
const FIRST_PORT = 7890;

/** An outbound of Xray, as far as it is decided by a link. */
interface Outbound {
  readonly protocol: string;
  readonly settings: object;
  readonly streamSettings?: object;
}

interface Link {
  readonly name: string;
  readonly outbound: Outbound;
}

/** What Xray reads as its configuration, and the port of each line's own inbound by the line's name. */
export interface XrayClient {
  readonly config: string;
  readonly ports: ReadonlyMap<string, number>;
}

/**
 * Xray as a client of a list of share links, as apps around it do it: each link becomes an outbound, with an inbound of
 * its own in front. Throws for a link that it cannot read.
 */
export const xrayFromLinks = (document: string): XrayClient => {
  const links = Buffer.from(document, 'base64').toString('utf8').split('\n').filter(Boolean).map(read);
  const tagged = links.map((link, index) => ({
    ...link,
    in: `in-${index}`,
    out: `out-${index}`,
    port: FIRST_PORT + index,
  }));
  const config = {
    log: { loglevel: 'warning' },
    inbounds: tagged.map(({ in: tag, port }) => ({ tag, port, protocol: 'mixed', settings: { udp: true } })),
    outbounds: tagged.map(({ out: tag, outbound }) => ({ tag, ...outbound })),
    routing: { rules: tagged.map((link) => ({ inboundTag: [link.in], outboundTag: link.out })) },
  };
  return { config: JSON.stringify(config), ports: new Map(tagged.map(({ name, port }) => [name, port])) };
};

const read = (link: string): Link => {
  if (link.startsWith('vmess://')) return readVmess(link.slice('vmess://'.length));
  const url = new URL(link);
  const reader = readers[url.protocol];
  if (!reader) throw new Error(`no reader for ${url.protocol}`);
  return { name: decodeURIComponent(url.hash.slice(1)), outbound: reader(url) };
};

/** The JSON form of v2rayN's wiki. */
const readVmess = (text: string): Link => {
  const v = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Record<string, string>;
  const user = { id: v['id'], alterId: Number(v['aid']), security: v['scy'] };
  const settings = { vnext: [{ address: v['add'], port: Number(v['port']), users: [user] }] };
  const ws = { path: v['path'], ...(v['host'] && { host: v['host'] }) };
  const tls = { serverName: v['sni'], fingerprint: v['fp'] };
  const streamSettings = {
    network: v['net'],
    ...(v['net'] === 'ws' && { wsSettings: ws }),
    ...(v['tls'] === 'tls' && { security: 'tls', tlsSettings: tls }),
  };
  return { name: v['ps'] ?? '', outbound: { protocol: 'vmess', settings, streamSettings } };
};

const place = ({ hostname, port }: URL): { address: string; port: number } => ({
  address: hostname,
  port: Number(port),
});

/** SIP002: `method:password` in base64, or as it is with everything percent-encoded. */
const readShadowsocks = (url: URL): Outbound => {
  const plain = url.password === '' ? Buffer.from(url.username, 'base64url').toString() : '';
  const [method, ...rest] = plain === '' ? [url.username, decodeURIComponent(url.password)] : plain.split(':');
  return { protocol: 'shadowsocks', settings: { servers: [{ ...place(url), method, password: rest.join(':') }] } };
};

/** The Xray project's proposal of VMessAEAD and VLESS links. */
const readVless = (url: URL): Outbound => {
  const q = (key: string): string => url.searchParams.get(key) ?? '';
  const user = { id: url.username, encryption: q('encryption'), flow: q('flow') };
  const realitySettings = {
    serverName: q('sni'),
    fingerprint: q('fp'),
    publicKey: q('pbk'),
    shortId: q('sid'),
    spiderX: q('spx'),
  };
  return {
    protocol: 'vless',
    settings: { vnext: [{ ...place(url), users: [user] }] },
    streamSettings: { network: q('type'), security: q('security'), realitySettings },
  };
};

/** Hysteria's own page; the engine refuses to leave a certificate unchecked, so `insecure` counts for nothing here. */
const readHysteria2 = (url: URL): Outbound => {
  const pin = url.searchParams.get('pinSHA256');
  return {
    protocol: 'hysteria',
    settings: { version: 2, ...place(url) },
    streamSettings: {
      network: 'hysteria',
      hysteriaSettings: { version: 2, auth: decodeURIComponent(url.username) },
      security: 'tls',
      tlsSettings: {
        serverName: url.searchParams.get('sni') ?? '',
        alpn: ['h3'],
        ...(pin !== null && { pinnedPeerCertSha256: pin }),
      },
    },
  };
};

const readers: Readonly<Record<string, ((url: URL) => Outbound) | undefined>> = {
  'ss:': readShadowsocks,
  'vless:': readVless,
  'hysteria2:': readHysteria2,
};
