import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Settings } from '@skyport/contract/settings-table';

/** The bot that the server knows. */
export const TEST_BOT = { id: 700_100, token: '700100:AAtestTokenOfNobody_1', username: 'skyport_test_bot' } as const;

/** A person on Telegram. */
export interface TelegramPerson {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
}

/** A message as the bot sent it. */
export interface SentMessage {
  readonly messageId: number;
  readonly chatId: number;
  readonly text: string;
  readonly protected: boolean;
  deleted: boolean;
}

/** A call that came in. */
export interface SeenCall {
  readonly method: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What the server answers instead of doing what is asked. */
export interface BotTrouble {
  /** Methods that it hits; all when it is absent. */
  readonly methods?: readonly string[];
  /** Chats that it hits; all when it is absent. */
  readonly chats?: readonly number[];
  readonly code: number;
  readonly retryAfter?: number;
  /** How often; for ever when it is absent. */
  times?: number;
}

/** A server of the Bot API's shape on a real socket. */
export interface BotApi {
  readonly url: string;
  readonly port: number;
  /** Settings with which the product uses it. */
  readonly settings: Partial<Settings>;
  readonly calls: readonly SeenCall[];
  readonly sent: readonly SentMessage[];
  /** Texts that a chat shows now, oldest first. */
  shownTo(chatId: number): string[];
  /**
   * Somebody writes to the bot, in a private chat unless `chat` says otherwise; gives the update as it is delivered.
   */
  write(from: TelegramPerson, text: string, chat?: { id: number; type: string }): object;
  /** Puts an update into the queue again, as after a connection that was lost. */
  again(update: object): void;
  /** Where updates are to be delivered, as the bot said; undefined while they are fetched. */
  webhook(): { readonly url: string; readonly secret: string } | undefined;
  trouble(...troubles: BotTrouble[]): void;
  stop(): Promise<void>;
}

type Payload = Record<string, unknown>;

/** Milliseconds that a fetch of updates may wait: longer than a test lasts. */
const POLL_MS = 600_000;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'Bad Request: chat not found',
  401: 'Unauthorized',
  403: 'Forbidden: bot was blocked by the user',
  409: 'Conflict: terminated by other getUpdates request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** Everything that the server knows. */
class ServerState {
  readonly calls: SeenCall[] = [];
  readonly sent: SentMessage[] = [];
  queue: { update_id: number }[] = [];
  webhook: { url: string; secret: string } | undefined;
  troubles: BotTrouble[] = [];
  ids = { update: 1000, message: 1 };
  readonly waiting = new Set<() => void>();

  wake(): void {
    for (const one of this.waiting) one();
  }

  /** The trouble that a call meets, if any; each is used up once. */
  troubleOf(method: string, payload: Payload): BotTrouble | undefined {
    const chat = Number(payload['chat_id']);
    const found = this.troubles.find(
      ({ methods, chats, times }) =>
        (methods?.includes(method) ?? true) && (chats?.includes(chat) ?? true) && (times ?? 1) > 0,
    );
    if (found?.times !== undefined) found.times -= 1;
    return found;
  }
}

const getUpdates = async (state: ServerState, payload: Payload, gone: Promise<unknown>): Promise<object[]> => {
  const offset = Number(payload['offset'] ?? 0);
  state.queue = state.queue.filter(({ update_id }) => update_id >= offset);
  const wait = Math.min(Number(payload['timeout'] ?? 0) * 1000, POLL_MS);
  if (state.queue.length === 0 && wait > 0) {
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    state.waiting.add(wake);
    const timer = setTimeout(wake, wait);
    await Promise.race([woken, gone]);
    clearTimeout(timer);
    state.waiting.delete(wake);
  }
  return state.queue.slice(0, Number(payload['limit'] ?? 100));
};

const sendMessage = (state: ServerState, payload: Payload): object => {
  const message = {
    messageId: (state.ids.message += 1),
    chatId: Number(payload['chat_id']),
    text: String(payload['text']),
    protected: payload['protect_content'] === true,
    deleted: false,
  };
  state.sent.push(message);
  return { message_id: message.messageId, date: 0, chat: { id: message.chatId, type: 'private' }, text: message.text };
};

const answerOf = async (
  state: ServerState,
  method: string,
  payload: Payload,
  gone: Promise<unknown>,
): Promise<unknown> => {
  switch (method) {
    case 'getMe':
      return { id: TEST_BOT.id, is_bot: true, first_name: 'Skyport', username: TEST_BOT.username };
    case 'getUpdates':
      return getUpdates(state, payload, gone);
    case 'sendMessage':
      return sendMessage(state, payload);
    case 'deleteMessage': {
      const found = state.sent.find(({ messageId }) => messageId === Number(payload['message_id']));
      if (found) found.deleted = true;
      return true;
    }
    case 'setWebhook':
      state.webhook = { url: String(payload['url']), secret: String(payload['secret_token']) };
      return true;
    case 'deleteWebhook':
      state.webhook = undefined;
      return true;
    default:
      return true;
  }
};

const answer = async (state: ServerState, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const reply = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const refuse = (code: number, retryAfter?: number): void =>
    reply(code, {
      ok: false,
      error_code: code,
      description: DESCRIPTIONS[code] ?? 'Error',
      ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
    });
  const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
  if (token !== TEST_BOT.token) return refuse(401);
  const payload = (await json(request).catch(() => ({}))) as Payload;
  state.calls.push({ method, payload });
  const trouble = state.troubleOf(method, payload);
  if (trouble) return refuse(trouble.code, trouble.retryAfter);
  if (method === 'getUpdates' && state.webhook) return refuse(409);
  return reply(200, { ok: true, result: await answerOf(state, method, payload, once(response, 'close')) });
};

/** Starts one on a free port of the loopback, or on the given one. */
export const startBotApi = async (port = 0): Promise<BotApi> => {
  const state = new ServerState();
  const server = createServer((request, response) => {
    void answer(state, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const listening = (server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${listening}`;
  const enqueue = (update: { update_id: number }): void => {
    state.queue.push(update);
    state.wake();
  };
  return {
    url,
    port: listening,
    settings: { telegram_bot_token: TEST_BOT.token, telegram_api_root: url },
    calls: state.calls,
    sent: state.sent,
    shownTo: (chatId) => state.sent.filter((one) => one.chatId === chatId && !one.deleted).map(({ text }) => text),
    write: (from, text, chat = { id: from.id, type: 'private' }) => {
      const update = {
        update_id: (state.ids.update += 1),
        message: { message_id: (state.ids.message += 1), date: 0, chat, from: { is_bot: false, ...from }, text },
      };
      enqueue(update);
      return update;
    },
    again: (update) => enqueue(update as { update_id: number }),
    webhook: () => state.webhook,
    trouble: (...troubles) => {
      state.troubles = troubles;
    },
    stop: async () => {
      state.wake();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
