import type { DocumentKind } from '@skyport/contract/subscription';
import { until } from '../../../../../testkit/until.ts';
import type { EngineName } from '../../../../../tools/engines.ts';
import { credentialFor } from '../../credential.ts';
import type { ResolvedLine } from '../../model.ts';
import { renderTemplate } from '../../render.ts';
import { context, filled, lineId, userkey } from '../samples.ts';
import { faultsOf, stepsOf, unheard } from './expected.ts';
import type { Setting } from './expected.ts';
import { LINE_PORT, LINES, OVER_TCP_PORT } from './places.ts';
import type { LineCredentials, Program } from './running.ts';
import type { Family } from './sorts.ts';
import type { Stage } from './stage.ts';

/** A client program, and the document that it would be given. */
export interface Client {
  readonly engine: EngineName;
  readonly family: Family;
  readonly kind: DocumentKind;
  readonly userAgent: string;
}

const mihomo = (engine: EngineName, version: string): Client => ({
  engine,
  family: 'mihomo',
  kind: 'mjclash',
  userAgent: `mihomo/${version}`,
});

const singbox = (engine: EngineName, version: string): Client => ({
  engine,
  family: 'singbox',
  kind: 'singbox',
  userAgent: `sing-box ${version}`,
});

/** Every pinned client whose documents say who is asked for names. */
export const clients: readonly Client[] = [
  mihomo('mihomo-1.19.10', '1.19.10'),
  mihomo('mihomo', '1.19.30'),
  { engine: 'clash-1.18', family: 'clash', kind: 'clash', userAgent: 'ClashforWindows/0.20.39' },
  { engine: 'xray', family: 'xray', kind: 'xray', userAgent: '' },
  singbox('sing-box-1.8', '1.8.14'),
  singbox('sing-box', '1.14.1'),
  singbox('sing-box-1.11', '1.11.15'),
  singbox('sing-box-1.13', '1.13.14'),
];

/** Shadowsocks as every client speaks it, at hosts whose names must be asked first. */
export const lines: readonly ResolvedLine[] = Object.keys(LINES).map((server, i) => ({
  id: lineId(i + 1),
  num: i + 1,
  name: `Line ${i + 1}`,
  server,
  port: LINE_PORT,
  countryCode: i === 0 ? 'HK' : 'CN',
  protocol: 'compat',
  method: 'aes-256-gcm',
}));

/** The first of them, as one that carries UDP over TCP. */
export const overTcp: ResolvedLine = {
  id: lineId(9),
  num: 9,
  name: 'Line over TCP',
  server: 'node.lines.example',
  port: OVER_TCP_PORT,
  countryCode: 'HK',
  protocol: 'vmesh_tcp',
};

const credentialOf = ({ protocol, id }: ResolvedLine): string => credentialFor(protocol, id, userkey);

/** What the machine behind the lines must know of its user. */
export const credentials: LineCredentials = { plain: lines.map(credentialOf), overTcp: credentialOf(overTcp) };

const SB_PORTS = { proxyPort: 7890, dnsPort: null } as const;
const CLASH_PORTS = { proxyPort: 7890, dnsPort: 1053 } as const;

/**
 * The document as a client has it, with what apps add themselves: the old and the new Clash listen for questions, where
 * apps have a tun for that. sing-box's tun goes, because it would take over the namespace. Of Xray's configurations the
 * first line's is taken.
 */
export const programOf = ({ engine, family }: Client, document: string): Program => {
  if (family === 'xray') {
    const [config] = JSON.parse(document) as object[];
    return { engine, config: JSON.stringify(config), proxyPort: 10_808, dnsPort: null };
  }
  if (family === 'singbox') {
    const config = JSON.parse(document) as { inbounds: { type: string }[] };
    config.inbounds = config.inbounds.filter(({ type }) => type !== 'tun');
    return { engine, config: JSON.stringify(config), ...SB_PORTS };
  }
  const config = document.replace('\ndns:\n', `\ndns:\n  listen: "127.0.0.1:${CLASH_PORTS.dnsPort}"\n`);
  return { engine, config, ...CLASH_PORTS };
};

/** Runs a client with its document, goes to every sort of name on every way, and says what was wrong. */
export const tryNames = async (stage: Stage, client: Client, given: Omit<Setting, 'family'>): Promise<string[]> => {
  const setting: Setting = { ...given, family: client.family };
  const ctx = context({
    userAgent: client.userAgent,
    switches: setting.switches,
    selfHost: 'sub.panel.example',
    linkBase: 'http://sub.panel.example',
    webPage: 'https://sub.panel.example/',
  });
  const program = programOf(client, filled(renderTemplate(client.kind, lines, ctx)));
  stage.forget();
  const running = await stage.start(program);
  try {
    const { proxyPort, dnsPort } = program;
    const steps = stepsOf(setting);
    const done = stage.go(steps.map(({ errand, patienceMs }) => ({ ...errand, proxyPort, dnsPort, patienceMs })));
    const outcomes = await Promise.all(done.map(async (one, i) => (steps[i]?.hasOutcome ? one : undefined)));
    const isHeard = (): boolean => unheard({ setting, steps, heard: stage.heard() }).length === 0;
    // Who was not asked in this time is named below.
    await until('every name to be asked', isHeard, { everyMs: 50 }).catch(() => undefined);
    stage.enough();
    const faults = faultsOf({ setting, clientIp: stage.clientIp, steps, outcomes, heard: stage.heard() });
    return faults.length === 0 ? [] : [...faults, `the end of its log: ${running.logTail()}`];
  } finally {
    await running.stop();
  }
};

const switchesOf = (inXinjiang: boolean, inForeign: boolean): Setting['switches'] => ({
  inXinjiang,
  inForeign,
  useEnglish: false,
});

/** The switches that change who is asked. */
export const everySwitches: readonly (readonly [string, Setting['switches']])[] = [
  ['at home', switchesOf(false, false)],
  ['where encrypted DNS is filtered', switchesOf(true, false)],
  ['abroad', switchesOf(false, true)],
];
