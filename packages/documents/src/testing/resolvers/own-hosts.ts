import { until } from '../../../../../testkit/until.ts';
import { renderTemplate } from '../../render.ts';
import { context, filled } from '../samples.ts';
import { SITE, WRONG } from './places.ts';
import type { Family } from './sorts.ts';
import type { Stage } from './stage.ts';
import { lines, programOf } from './trial.ts';
import type { Client } from './trial.ts';

/** Hosts of an installation: the same one in the default set-up, where `describe_host` is empty. */
interface Installation {
  readonly console: string;
  readonly link: string;
}

const installationsBelow = (domain: string): readonly Installation[] => [
  { console: `console.${domain}`, link: `console.${domain}` },
  { console: `console.${domain}`, link: `sub.${domain}` },
];

/** Clients that find the name of a host in the traffic to its address. */
const FINDS_NAMES: ReadonlySet<Family> = new Set(['singbox', 'xray']);

/**
 * Runs a client and opens the pages of its installation, by name and as behind a tun by the address that home has.
 * Lines are dead and names are right, or lines work and home has wrong addresses. Says which host was not reached.
 */
export const tryOwnHosts = async (
  stage: Stage,
  client: Client,
  { lineIsDead }: { readonly lineIsDead: boolean },
): Promise<string[]> => {
  const faults: string[] = [];
  const address = lineIsDead ? SITE : WRONG;
  for (const { console, link } of installationsBelow(lineIsDead ? 'panel.example' : 'blocked.example')) {
    const ctx = context({
      userAgent: client.userAgent,
      selfHost: link,
      linkBase: `http://${link}`,
      consoleHosts: [console],
      webPage: `http://${console}/`,
    });
    const program = programOf(client, filled(renderTemplate(client.kind, lines, ctx)));
    const { proxyPort, dnsPort } = program;
    const running = await stage.start(program);
    const reach = async (name: string, dials: string): Promise<boolean> => {
      const [from] = stage.go([{ way: 'http', name, dials, proxyPort, dnsPort, patienceMs: 4000 }]);
      const seen = await from;
      return seen !== undefined && seen !== null && (seen === stage.clientIp) === lineIsDead;
    };
    try {
      for (const host of new Set([console, link])) {
        for (const dials of FINDS_NAMES.has(client.family) ? [host, address] : [host]) {
          await until(`${host} by ${dials}`, () => reach(host, dials)).catch(() => {
            faults.push(`${host} by ${dials} was not reached; the end of the log: ${running.logTail()}`);
          });
        }
      }
    } finally {
      await running.stop();
    }
  }
  return faults;
};
