import { renderTemplate } from '../../render.ts';
import { context, filled } from '../samples.ts';
import type { Errand } from './asker.ts';
import { MAINLAND_SITE, OTHER_UDP_PORT, SITE } from './places.ts';
import type { Stage } from './stage.ts';
import { overTcp, programOf } from './trial.ts';
import type { Client } from './trial.ts';

/** Addresses, because a proxy cannot be handed a datagram to a name by every client, and a name that a list has. */
const toSite = { way: 'udp', name: SITE } as const;
const toMainland = { way: 'udp', name: MAINLAND_SITE } as const;
const toListed = { way: 'udp', name: 'www.youtube.com' } as const;
const toListedBefore = { way: 'udp', name: 'copilot.microsoft.com' } as const;

const other = <T extends object>(errand: T): T & { udpPort: number } => ({ ...errand, udpPort: OTHER_UDP_PORT });

/** Datagrams to where QUIC goes and to where it does not, with the way that each comes back; null for not at all. */
type Expected = readonly (readonly [
  errand: Pick<Errand, 'way' | 'name' | 'udpPort'>,
  comesBack: 'line' | 'direct' | null,
])[];

const expectedOf = ({ family }: Client, carriesQuic: boolean): Expected => {
  const quic = carriesQuic ? 'line' : null;
  const named =
    family === 'singbox'
      ? []
      : ([
          [toListed, quic],
          [other(toListed), 'line'],
          [toListedBefore, quic],
        ] as const);
  return [[toSite, quic], ...named, [toMainland, 'direct'], [other(toSite), 'line']];
};

/**
 * Runs a client with a line that carries UDP over TCP and sends datagrams as QUIC does. What is refused is given up
 * when a datagram that set out later has been there and back twice. Says what was wrong.
 */
export const tryQuic = async (stage: Stage, client: Client, carriesQuic: boolean): Promise<string[]> => {
  const ctx = context({ userAgent: client.userAgent });
  const rules = { ...ctx.rules, carriesQuic };
  const program = programOf(client, filled(renderTemplate(client.kind, [overTcp], { ...ctx, rules })));
  const running = await stage.start(program);
  try {
    const { proxyPort, dnsPort } = program;
    const send = (errand: Expected[number][0]): Promise<string | null> =>
      stage.go([{ ...errand, proxyPort, dnsPort, patienceMs: 15_000 }])[0] ?? Promise.resolve(null);
    const expected = expectedOf(client, carriesQuic);
    const sent = expected.map(([errand]) => send(errand));
    await Promise.all(sent.filter((_, i) => expected[i]?.[1] !== null));
    for (let again = 0; again < 2; again += 1) await send(other(toSite));
    stage.enough();
    const came = await Promise.all(sent);
    return came.flatMap((from, i) => {
      const [errand, comesBack] = expected[i] ?? [];
      const how = from === null ? null : from === stage.clientIp ? 'direct' : 'line';
      return how === comesBack ? [] : [`${JSON.stringify(errand)} came back: ${how}; ${running.logTail()}`];
    });
  } finally {
    await running.stop();
  }
};
