import { decodeEnvelope, encodeEnvelope, type Answer } from '@skyport/contract/envelope';
import type { CrashPoint } from '@skyport/server/platform/crash';
import { startProgram, type Program } from '../../testkit/program.ts';
import { root } from '../../tools/run.ts';
import { CRASHED, sidePaths, type Armed, type Clocked, type Told } from './protocol.ts';

/** What came of a call: its answer, or nothing within its time. */
export type Heard = (Answer & { readonly status: number }) | 'lost';

/** What came of money that was told of: what it has led to (null without such a trade), a fault, or nothing. */
export type Word = { readonly said: string | null } | { readonly fault: string } | 'lost';

/** Who makes a call. */
export interface Caller {
  readonly cookie: string;
  /** Where from; this machine when it is missing. */
  readonly address?: string;
}

/** One server process of a proof. */
export interface ShopServer {
  readonly program: Program;
  /** Where it serves. */
  readonly url: string;
  /** A call with the cookies of whoever makes it, from an address. */
  call(path: string, payload: unknown, from: Caller): Promise<Heard>;
  /** Says that money came; gives what it has led to. */
  tell(told: Told): Promise<Word>;
  /** The process kills itself at the n-th visit of a crash point from now on. */
  arm(point: CrashPoint, visit?: number): Promise<void>;
  /** Its clock is to be so many milliseconds ahead from now on. */
  goAhead(aheadMs: number): Promise<void>;
  /** The crash point at which it killed itself, if it did. */
  crashedAt(): string | undefined;
  /** Cookies of the admin in this process, whose step-up never ends. */
  readonly adminCookie: string;
}

/** How a server process is started. */
export interface ServerOptions {
  readonly databaseUrl: string;
  readonly adminId: string;
  /** Name of a weakness to plant. */
  readonly weakness?: string | undefined;
  /** Whether it runs the product's jobs. */
  readonly jobs?: boolean | undefined;
  /** How far its clock is ahead. */
  readonly aheadMs?: number | undefined;
  /** Beside the variables that every process has. */
  readonly environment?: Readonly<Record<string, string>>;
}

const START_LIMIT_MS = 90_000;
const ANSWER_LIMIT_MS = 30_000;

const environmentOf = (options: ServerOptions): Record<string, string> => ({
  DATABASE_URL: options.databaseUrl,
  ADMIN_ID: options.adminId,
  WEAKNESS: options.weakness ?? '',
  JOBS: options.jobs ? '1' : '',
  AHEAD_MS: String(options.aheadMs ?? 0),
  ...options.environment,
  ...(options.weakness && { NODE_OPTIONS: `--import=${root}/prove/shop/plant.ts` }),
});

const post = (url: string, body: unknown, { cookie, address }: Caller): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...(address && { 'x-forwarded-for': address }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });

/** Starts a server process and waits until it serves. */
export const startShopServer = async (options: ServerOptions): Promise<ShopServer> => {
  const program = startProgram('prove/shop/server.ts', [], environmentOf(options));
  const [, said = ''] = await program.says(/^serving (.*)$/, START_LIMIT_MS);
  const {
    url,
    side,
    cookie: adminCookie,
  } = JSON.parse(said) as {
    url: string;
    side: { port: number };
    cookie: string;
  };
  const tellSide = (path: string, body: Told | Armed | Clocked): Promise<Response> =>
    post(`http://127.0.0.1:${side.port}${path}`, body, { cookie: '' });
  return {
    program,
    url,
    adminCookie,
    call: async (path, payload, from) => {
      try {
        const answer = await post(url + path, { data: encodeEnvelope(payload) }, from);
        const body = (await answer.json()) as { data: string };
        return { status: answer.status, ...(decodeEnvelope(body.data) as Answer) };
      } catch {
        return 'lost';
      }
    },
    tell: async (told) => {
      try {
        const answer = await tellSide(sidePaths.tell, told);
        return answer.ok ? { said: (await answer.json()) as string | null } : { fault: await answer.text() };
      } catch {
        return 'lost';
      }
    },
    arm: async (point, visit = 1) => {
      await tellSide(sidePaths.arm, { at: `${point}:${visit}` });
    },
    goAhead: async (aheadMs) => {
      await tellSide(sidePaths.clock, { aheadMs });
    },
    crashedAt: () => program.lines.map((line) => CRASHED.exec(line)?.[1]).find((at) => at !== undefined),
  };
};
