import { decodeEnvelope, encodeEnvelope, type Answer } from '@skyport/contract/envelope';
import { startProgram, type Program } from '../../testkit/program.ts';
import { root } from '../../tools/run.ts';
import type { Told } from './protocol.ts';

/** What came of a call: its answer, or nothing within its time. */
export type Heard = (Answer & { readonly status: number }) | 'lost';

/** One server process of a proof. */
export interface ShopServer {
  readonly program: Program;
  /** A call with the cookies of whoever makes it. */
  call(path: string, payload: unknown, cookie: string): Promise<Heard>;
  /** What the process was told has led to: undefined when it did not answer, or with a fault. */
  tell(told: Told): Promise<unknown>;
  /** Cookies of the admin in this process, whose step-up never ends. */
  readonly adminCookie: string;
}

/** How a server process is started. */
export interface ServerOptions {
  readonly databaseUrl: string;
  readonly adminId: string;
  /** Name of a weakness to plant. */
  readonly weakness?: string | undefined;
}

const START_LIMIT_MS = 90_000;
const ANSWER_LIMIT_MS = 30_000;

const environmentOf = ({ databaseUrl, adminId, weakness = '' }: ServerOptions): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  ADMIN_ID: adminId,
  WEAKNESS: weakness,
  ...(weakness && { NODE_OPTIONS: `--import=${root}/prove/shop/plant.ts` }),
});

const post = (url: string, body: unknown, cookie: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
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
  return {
    program,
    adminCookie,
    call: async (path, payload, cookie) => {
      try {
        const answer = await post(url + path, { data: encodeEnvelope(payload) }, cookie);
        const body = (await answer.json()) as { data: string };
        return { status: answer.status, ...(decodeEnvelope(body.data) as Answer) };
      } catch {
        return 'lost';
      }
    },
    tell: async (told) => {
      try {
        const answer = await post(`http://127.0.0.1:${side.port}/`, told, '');
        return answer.ok ? await answer.json() : undefined;
      } catch {
        return undefined;
      }
    },
  };
};
