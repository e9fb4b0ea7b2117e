import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '@skyport/contract/units';
import type { Client, ClientProgram } from '../../testkit/clients.ts';
import type { Fetched, Fetching } from '../../testkit/proxy-user.ts';
import { USER_AGENTS, fetchDocument, startWith, type Site } from '../../testkit/site.ts';
import { linkOf, signUp, type TestAccount } from '../../testkit/accounts.ts';

/** What one user's client saw on one line, in bytes of bodies; nothing of the protocol around them. */
export interface Measured {
  /** Came in whole or in part. */
  received: number;
  /** Was given to the client program; some of it may have got stuck on the way. */
  given: number;
  connections: number;
  /** Connections that ended before their time. */
  broken: number;
}

/** Traffic of several people through all lines, until stopped. */
export interface Traffic {
  /** By `user.line`, as the small integers of the fleet's wire. */
  readonly measured: ReadonlyMap<string, Measured>;
  /** Bytes that came in so far. */
  received(): number;
  stop(): Promise<void>;
}

/** A person of the storm: which program, and what it needs beside its document. */
export interface Rider {
  readonly program: Exclude<ClientProgram, `sing-box-${string}`>;
  readonly env?: Readonly<Record<string, string>>;
}

/** How each program names itself, and the kind of document that it takes. */
const documents: Record<Rider['program'], { readonly kind: string; readonly userAgent: string }> = {
  'sing-box': { kind: 'singbox', userAgent: USER_AGENTS['sing-box'] },
  mihomo: { kind: 'flclash', userAgent: USER_AGENTS.mihomo },
  xray: { kind: 'ss', userAgent: 'v2rayN/7.24.8' },
};

/** A transfer takes about a second, so that kills meet some at their beginning, in the middle and at their end. */
const DOWN = { n: MIB / 2, rate: MIB / 2 } as const;
const UP = { n: MIB / 8, rate: MIB / 8 } as const;
/** A client that hears nothing for so long gives up, as people do. */
const SILENCE_MS = 4000;

/** Signs people up, one for each rider, and lets each download and upload through one line after the other. */
export const startTraffic = async (site: Site, riders: readonly Rider[]): Promise<Traffic> => {
  const measured = new Map<string, Measured>();
  const clients: Client[] = [];
  let going = true;
  const lines = await numbersOf(site);
  const loops: Promise<void>[] = [];
  for (const [index, rider] of riders.entries()) {
    const person = await newPerson(site, index);
    const client = await openClient(site, person, rider);
    clients.push(client);
    const rides = async (): Promise<void> => {
      const user = await numberOf(site, person);
      for (let turn = index * 2; going; turn += 1) {
        const line = lines[turn % lines.length];
        if (line) await transfer(site, client, { line: line.name, key: `${user}.${line.num}`, measured });
      }
    };
    loops.push(rides());
  }
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    going = false;
    await Promise.all(loops);
    for (const client of clients) await client.stop();
  };
  const received = (): number => [...measured.values()].reduce((sum, one) => sum + one.received, 0);
  return { measured, received, stop: () => (stopping ??= stop()) };
};

const newPerson = async (site: Site, index: number): Promise<TestAccount> => {
  const person = await signUp(site.panel, `rider${index + 1}@example.com`);
  await person.actor.coupons.redeem({ code: site.plan.coupon.code });
  return person;
};

const openClient = async (site: Site, person: TestAccount, { program, env }: Rider): Promise<Client> => {
  const { kind, userAgent } = documents[program];
  return startWith(site, program, await fetchDocument(await linkOf(person, site.panel, kind), userAgent), env);
};

const numbersOf = ({ panel }: Site): Promise<{ name: string; num: number }[]> =>
  panel.query<{ name: string; num: number }>('select name, num from lines order by num');

const numberOf = async ({ panel }: Site, { email }: TestAccount): Promise<number> => {
  const [row] = await panel.query<{ num: number }>('select num from users where email = $1', [email]);
  if (!row) throw new Error(`there is no user ${email}`);
  return row.num;
};

interface Ride {
  readonly line: string;
  readonly key: string;
  readonly measured: Map<string, Measured>;
}

/** One download and one upload side by side; what came and went is noted when both are over. */
const transfer = async ({ origin }: Site, client: Client, { line, key, measured }: Ride): Promise<void> => {
  await client.choose(line);
  const down = client.begin(`${origin.url}/bytes?n=${DOWN.n}&rate=${DOWN.rate}&tag=${key}`);
  const up = client.begin(`${origin.url}/take?tag=${key}`, UP);
  const [got, gave] = await Promise.all([patiently(down), patiently(up)]);
  const sum = measured.get(key) ?? { received: 0, given: 0, connections: 0, broken: 0 };
  const broken = [got, gave].filter(({ end }) => end !== 'complete').length;
  measured.set(key, {
    received: sum.received + got.bytes,
    given: sum.given + gave.given,
    connections: sum.connections + 2,
    broken: sum.broken + broken,
  });
  if (broken > 0) await sleep(300);
};

const patiently = async (fetching: Fetching): Promise<Fetched> => {
  const watch = setInterval(() => {
    if (Date.now() - fetching.lastByteAt() > SILENCE_MS) fetching.cancel();
  }, 500);
  const fetched = await fetching.done;
  clearInterval(watch);
  return fetched;
};
