import type { FoundLine } from './found.ts';
import { ensure, passwordOf, pinOf, portOf, realityOf, refuse, serverOf, uuidOf } from './found.ts';

interface Place {
  readonly address?: string;
  readonly port?: number;
}

interface Settings extends Place {
  readonly version?: number;
  readonly vnext?: readonly (Place & { readonly users?: readonly Readonly<Record<string, string>>[] })[];
  readonly servers?: readonly (Place & { readonly method?: string; readonly password?: string })[];
}

interface Stream {
  readonly network?: string;
  readonly security?: string;
  readonly wsSettings?: { readonly path?: string; readonly host?: string };
  readonly hysteriaSettings?: { readonly version?: number; readonly auth?: string };
  readonly tlsSettings?: { readonly serverName?: string; readonly pinnedPeerCertSha256?: string };
  readonly realitySettings?: Readonly<Record<string, string>>;
}

interface Outbound {
  readonly tag?: string;
  readonly protocol?: string;
  readonly settings?: Settings;
  readonly streamSettings?: Stream;
}

/** Chooses an outbound by prefixes of tags; `fallbackTag` needs an observatory that measures those outbounds. */
interface Balancer {
  readonly tag?: string;
  readonly selector?: readonly string[];
  readonly fallbackTag?: string;
}

/** One configuration of the list, as an app starts the engine with it. */
export interface XrayConfig {
  readonly remarks?: string;
  readonly inbounds?: readonly { readonly listen?: string; readonly port?: number }[];
  readonly outbounds?: readonly Outbound[];
  readonly routing?: {
    readonly rules?: readonly Readonly<Record<string, unknown>>[];
    readonly balancers?: readonly Balancer[];
  };
  readonly observatory?: { readonly subjectSelector?: readonly string[]; readonly probeURL?: string };
}

type Reader = (settings: Settings, stream: Stream, name: string) => FoundLine;

const placeOf = ({ address = '', port }: Place, name: string): Pick<FoundLine, 'name' | 'server' | 'port'> => ({
  name,
  server: serverOf(address, name),
  port: portOf(String(port), name),
});

const transportOf = ({ network, wsSettings }: Stream, name: string): Pick<FoundLine, 'network' | 'path' | 'host'> => {
  if (network === 'ws') return { network, path: wsSettings?.path, host: wsSettings?.host };
  return network === 'tcp' ? { network } : refuse(name, `network ${network ?? ''}`);
};

const vmess: Reader = ({ vnext }, stream, name) => {
  const server = vnext?.[0] ?? refuse(name, 'no vnext');
  const tls = stream.security === 'tls';
  return {
    ...placeOf(server, name),
    protocol: 'vmess',
    credential: uuidOf(server.users?.[0]?.['id'] ?? '', name),
    ...transportOf(stream, name),
    tls,
    ...(tls && { sni: stream.tlsSettings?.serverName }),
  };
};

const shadowsocks: Reader = ({ servers }, _, name) => {
  const server = servers?.[0] ?? refuse(name, 'no servers');
  const { method = '', password = '' } = server;
  const credential = passwordOf(method, password, name);
  return { ...placeOf(server, name), protocol: 'shadowsocks', method, credential, tls: false };
};

const hysteria: Reader = (settings, { network, security, hysteriaSettings, tlsSettings }, name) => {
  ensure(settings.version === 2 && hysteriaSettings?.version === 2, name, 'not version 2');
  ensure(network === 'hysteria' && security === 'tls', name, 'not its own transport with TLS');
  const pin = tlsSettings?.pinnedPeerCertSha256;
  return {
    ...placeOf(settings, name),
    protocol: 'hysteria2',
    credential: hysteriaSettings.auth || refuse(name, 'no auth'),
    tls: true,
    sni: tlsSettings?.serverName,
    pin: pin === undefined ? undefined : pinOf(pin, name),
  };
};

const vless: Reader = ({ vnext }, { network, security, realitySettings = {} }, name) => {
  const server = vnext?.[0] ?? refuse(name, 'no vnext');
  const user = server.users?.[0] ?? refuse(name, 'no users');
  ensure(network === 'tcp' && security === 'reality', name, 'not REALITY over tcp');
  ensure(
    user['encryption'] === 'none' && (realitySettings['fingerprint'] ?? '') !== '',
    name,
    'encryption, fingerprint',
  );
  return {
    ...placeOf(server, name),
    protocol: 'vless',
    credential: uuidOf(user['id'] ?? '', name),
    network,
    flow: user['flow'],
    tls: true,
    sni: realitySettings['serverName'],
    ...realityOf(realitySettings['publicKey'] ?? '', realitySettings['shortId'] ?? '', name),
  };
};

const readers: Readonly<Record<string, Reader>> = { vmess, shadowsocks, hysteria, vless };

const checkBalancer = (balancer: Balancer | undefined, { remarks = '', outbounds = [], observatory }: XrayConfig) => {
  ensure(balancer !== undefined, remarks, 'no balancer of that tag');
  const isChosen = (prefixes: readonly string[] = [], { tag = '' }: Outbound): boolean =>
    prefixes.some((prefix) => tag.startsWith(prefix));
  const chosen = outbounds.filter((outbound) => isChosen(balancer.selector, outbound));
  ensure(chosen.length > 0, remarks, 'a balancer without outbounds');
  ensure(
    outbounds.some(({ tag }) => tag === balancer.fallbackTag),
    remarks,
    'no outbound to fall back to',
  );
  ensure(
    chosen.every((outbound) => isChosen(observatory?.subjectSelector, outbound)),
    remarks,
    'is not measured',
  );
  ensure(URL.canParse(observatory?.probeURL ?? ''), remarks, 'is measured against no address');
};

const checkReferences = (config: XrayConfig): void => {
  const { remarks = '', inbounds = [], outbounds = [], routing } = config;
  for (const { listen, port } of inbounds) {
    ensure(listen === '127.0.0.1' && port !== undefined, remarks, 'listens beyond loopback');
  }
  const tags = outbounds.map((outbound) => outbound.tag);
  const { rules = [], balancers = [] } = routing ?? {};
  for (const { outboundTag, balancerTag } of rules) {
    if (outboundTag === undefined && balancerTag !== undefined) {
      const balancer = balancers.find(({ tag }) => tag === balancerTag);
      checkBalancer(balancer, config);
    } else ensure(tags.includes(String(outboundTag)), remarks, `no outbound ${String(outboundTag)}`);
  }
};

const readConfig = (config: XrayConfig): FoundLine => {
  const { remarks = '', outbounds } = config;
  checkReferences(config);
  const { protocol = '', settings = {}, streamSettings = {} } = outbounds?.[0] ?? refuse(remarks, 'no outbounds');
  const reader = readers[protocol] ?? refuse(remarks, `no line of protocol ${protocol} comes first`);
  return reader(settings, streamSettings, remarks);
};

/** The configurations of a list, for whoever starts the engine with them. */
export const xrayConfigsOf = (text: string): readonly XrayConfig[] => JSON.parse(text) as readonly XrayConfig[];

/**
 * Reads a list of whole configurations of Xray by the project's pages on outbounds and transports: the first outbound
 * of each is the line, `remarks` its name; every rule leads somewhere, nothing listens beyond loopback. The engine
 * drops unknown keys in silence, so what it makes of a line only a connection can say.
 */
export const readXrayConfigs = (text: string): FoundLine[] => {
  const lines = xrayConfigsOf(text).map(readConfig);
  ensure(lines.length > 0, 'list', 'no configurations');
  ensure(new Set(lines.map((line) => line.name)).size === lines.length, 'remarks', 'one stands twice');
  return lines;
};
