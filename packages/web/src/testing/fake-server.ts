import type { BuiltCall, Output, ParsedInput } from '@skyport/contract/call';
import { type CodeName, codes } from '@skyport/contract/codes';
import { decodeRequest, encodeEnvelope } from '@skyport/contract/envelope';
import { CONFIRM_FIELD } from '@skyport/contract/step-up';
import { onTestFinished, vi } from 'vitest';

/** A refusal of a faked call. */
export interface Refusal {
  readonly refused: CodeName;
  /** What the answer carries besides. */
  readonly data: unknown;
  /** Its message; without one that of the code. */
  readonly msg: string | undefined;
}

/** Makes a faked call answer a code of the table. */
export const refusal = (refused: CodeName, data: unknown = null, msg?: string): Refusal => ({ refused, data, msg });

/** What a call answers, at once or later. `confirm` is the answer to a step-up, where one came along. */
type Answerer<C extends BuiltCall> = (
  input: ParsedInput<C>,
  confirm: unknown,
) => Output<C> | Refusal | Promise<Output<C>>;

/** A request as it reached the fake, its input parsed by the contract. */
export interface Seen {
  readonly path: string;
  readonly input: unknown;
}

/** A stand-in for the server that speaks the real envelope and holds every input and answer against the contract. */
export interface FakeServer {
  /** Says what a call answers from now on. */
  readonly answer: <C extends BuiltCall>(row: C, answerer: Answerer<C>) => FakeServer;
  /** Says what a route outside the envelope answers: a response of its own, or plain JSON. */
  readonly answerPlain: (path: string, answerer: (query: URLSearchParams) => unknown) => FakeServer;
  /** From now on every request fails as a broken network does, until what this gives is called. */
  readonly unplug: () => () => void;
  readonly seen: readonly Seen[];
  /** Inputs that one call received. */
  readonly inputsOf: <C extends BuiltCall>(row: C) => readonly ParsedInput<C>[];
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refused' in answer;

/**
 * Replaces `fetch` until the test ends. A call nobody gave an answer for answers 1198, an input that the contract
 * refuses throws: the page sent something wrong.
 */
export const fakeServer = (): FakeServer => {
  const rows = new Map<string, { row: BuiltCall; answerer: (input: never, confirm: unknown) => unknown }>();
  const plain = new Map<string, (query: URLSearchParams) => unknown>([['/country/country.json', () => []]]);
  const seen: Seen[] = [];
  let unplugged = false;
  const respond = async (path: string, envelope: unknown): Promise<unknown> => {
    const known = rows.get(path);
    if (!known) return { ...codes.notBuilt, data: null };
    const payload = decodeRequest(envelope);
    const input = known.row.input.parse(payload);
    seen.push({ path, input });
    const answer = await known.answerer(input as never, (payload as Record<string, unknown>)[CONFIRM_FIELD]);
    if (isRefusal(answer))
      return { ...codes[answer.refused], data: answer.data, ...(answer.msg && { msg: answer.msg }) };
    return { ...codes.ok, data: known.row.output.parse(answer) };
  };
  vi.stubGlobal('fetch', async (path: string, request: { body?: string }) => {
    if (unplugged) throw new TypeError('Failed to fetch');
    const [bare = '', query = ''] = path.split('?', 2);
    const asked = plain.get(bare);
    if (asked) {
      const said = asked(new URLSearchParams(query));
      return said instanceof Response ? said : Response.json(said);
    }
    const body = JSON.parse(request.body ?? '') as { data: unknown };
    return Response.json({ data: encodeEnvelope(await respond(path, body.data)) });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const server: FakeServer = {
    answer: (row, answerer) => {
      rows.set(row.path, { row, answerer });
      return server;
    },
    answerPlain: (path, answerer) => {
      plain.set(path, answerer);
      return server;
    },
    unplug: () => {
      unplugged = true;
      return () => {
        unplugged = false;
      };
    },
    seen,
    inputsOf: <C extends BuiltCall>(row: C) =>
      seen.filter(({ path }) => path === row.path).map(({ input }) => input as ParsedInput<C>),
  };
  return server;
};
