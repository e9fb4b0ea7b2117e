import { until } from '../../../../../testkit/until.ts';
import { renderTemplate } from '../../render.ts';
import { context, filled } from '../samples.ts';
import { HOUSE_SITE, SITE, WRONG } from './places.ts';
import type { Stage } from './stage.ts';
import { lines, programOf } from './trial.ts';
import type { Client } from './trial.ts';

/** A name in the traffic to an address, and whether the site must be reached past the lines. */
interface Dialled {
  readonly name: string;
  readonly dials: string;
  readonly isDirect: boolean;
}

const HOME: Dialled = { name: 'www.qq.com', dials: SITE, isDirect: true };
/** A line has to resolve the name: nothing listens at the address. */
const POISONED: Dialled = { name: 'www.google.com', dials: WRONG, isDirect: false };
/** A mainland site that no list has, dialled by its name. Its address decides where that can be asked by line. */
const UNLISTED: Dialled = { name: 'www.unlisted.example', dials: 'www.unlisted.example', isDirect: true };
/** A device of the house, named in the user's hosts file. */
const DEVICE: Dialled = { name: 'device.example', dials: HOUSE_SITE, isDirect: true };

/** What a client can do. sing-box since 1.11 dials no name that it found; Xray and older cores dial it at home, too. */
const dialledOf = ({ engine, family }: Client): readonly Dialled[] => {
  if (family === 'mihomo') return [HOME, POISONED, DEVICE, UNLISTED];
  return engine === 'sing-box-1.8' || family === 'xray' ? [HOME, POISONED] : [HOME, DEVICE, UNLISTED];
};

/**
 * Runs a client and dials addresses, as programs with their own resolver do. Lists destinations that were not reached
 * on the expected route, and proxied names that the home resolver was asked for.
 */
export const tryDialled = async (stage: Stage, client: Client): Promise<string[]> => {
  const ctx = context({ userAgent: client.userAgent, linkBase: undefined });
  const program = programOf(client, filled(renderTemplate(client.kind, lines, ctx)));
  const { proxyPort, dnsPort } = program;
  stage.forget();
  const running = await stage.start(program);
  const faults: string[] = [];
  try {
    for (const { name, dials, isDirect } of dialledOf(client)) {
      for (const way of ['http', 'tls'] as const) {
        const reach = async (): Promise<string | false> => {
          const [from] = stage.go([{ way, name, dials, proxyPort, dnsPort, patienceMs: 4000 }]);
          return (await from) ?? false;
        };
        const from = await until(`${name} at ${dials}`, reach).catch(() => 'nowhere');
        if ((from === stage.clientIp) !== isDirect || from === 'nowhere') {
          faults.push(`${name} at ${dials} was reached by ${way} from ${from}: ${running.logTail()}`);
        }
      }
    }
    const [asked] = stage.heard().filter(({ name }) => name === UNLISTED.name);
    if (asked?.from === stage.clientIp) faults.push(`${UNLISTED.name} was asked past the lines first`);
    const leaked = stage.heard().filter(({ name, from }) => name === POISONED.name && from === stage.clientIp);
    return [...faults, ...leaked.map(({ name, resolver }) => `${name} was asked of ${resolver}`)];
  } finally {
    await running.stop();
  }
};
