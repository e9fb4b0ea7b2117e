import type { Api as Library } from 'grammy';
import type { BotAccess, ChatFault } from './rules.ts';

/** An update as it matters to us; Telegram sends more. */
export interface ChatUpdate {
  readonly update_id: number;
  readonly message?: {
    readonly message_id: number;
    readonly text?: string;
    readonly chat: { readonly id: number; readonly type: string };
    readonly from?: {
      readonly id: number;
      readonly is_bot?: boolean;
      readonly first_name?: string;
      readonly last_name?: string;
      readonly username?: string;
    };
  };
}

/** A command of the bot's menu. */
export interface MenuCommand {
  readonly command: string;
  readonly description: string;
}

/** The Bot API, as far as we need it. Every call throws `ChatProblem`. */
export interface ChatClient {
  /** The bot's own name, without the at sign. */
  username(): Promise<string>;
  /** Updates from an id on; waits for some up to `waitSeconds`. Older ones are forgotten by Telegram. */
  updates(from: number, waitSeconds: number, signal: AbortSignal): Promise<ChatUpdate[]>;
  /** Sends a plain text; gives the message's number in its chat. */
  send(chatId: number, text: string, options: { readonly isPrivate: boolean }): Promise<number>;
  remove(chatId: number, messageId: number): Promise<void>;
  showMenu(commands: readonly MenuCommand[]): Promise<void>;
  /** Lets updates be delivered to an address, or with undefined lets them be fetched. */
  deliverTo(webhook: { readonly url: string; readonly secret: string } | undefined): Promise<void>;
}

/** A call of the Bot API that did not work. */
export class ChatProblem extends Error {
  override readonly name = 'ChatProblem';
  readonly fault: ChatFault;
  constructor(fault: ChatFault) {
    super(fault.problem);
    this.fault = fault;
  }
}

/** Longest wait that Telegram may ask for and that is waited out on the spot; a longer one is the caller's. */
const WAITED_SECONDS = 2;
/** A call that is not a long poll takes less than this. */
const CALL_SECONDS = 20;

/** The library's signal is of an older shape than the platform's. */
type LibrarySignal = Parameters<Library['getMe']>[0];

/**
 * Connects to the bot's API. The library is loaded now and not before: an installation without a bot never pays for it.
 */
export const connectChat = async (access: BotAccess): Promise<ChatClient> => {
  const [{ Api, GrammyError }, { autoRetry }] = await Promise.all([import('grammy'), import('@grammyjs/auto-retry')]);
  const api = new Api(access.token, { apiRoot: access.apiRoot, timeoutSeconds: 60 });
  api.config.use(
    autoRetry({
      maxDelaySeconds: WAITED_SECONDS,
      maxRetryAttempts: 1,
      rethrowInternalServerErrors: true,
      rethrowHttpErrors: true,
    }),
  );
  const faultOf = (problem: unknown): ChatFault => {
    if (!(problem instanceof GrammyError)) return { code: 0, problem: 'no answer' };
    const { retry_after: retryAfterSeconds } = problem.parameters;
    return {
      code: problem.error_code,
      problem: `${problem.method} ${problem.error_code}`,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  };
  const ask = async <T>(call: (signal: LibrarySignal) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await call((signal ?? AbortSignal.timeout(CALL_SECONDS * 1000)) as unknown as LibrarySignal);
    } catch (problem) {
      // What the library throws may hold the request, and the request's address holds the token: it ends here.
      throw new ChatProblem(faultOf(problem));
    }
  };
  return {
    username: async () => (await ask((signal) => api.getMe(signal))).username,
    updates: (from, waitSeconds, signal) =>
      ask((s) => api.getUpdates({ offset: from, timeout: waitSeconds, allowed_updates: ['message'] }, s), signal),
    send: async (chatId, text, { isPrivate }) => {
      const options = { link_preview_options: { is_disabled: true }, protect_content: isPrivate };
      return (await ask((signal) => api.sendMessage(chatId, text, options, signal))).message_id;
    },
    remove: async (chatId, messageId) => void (await ask((signal) => api.deleteMessage(chatId, messageId, signal))),
    showMenu: async (commands) =>
      void (await ask((signal) => api.setMyCommands([...commands], { scope: { type: 'all_private_chats' } }, signal))),
    deliverTo: async (webhook) => {
      if (!webhook) return void (await ask((signal) => api.deleteWebhook({}, signal)));
      const options = { secret_token: webhook.secret, allowed_updates: ['message' as const] };
      return void (await ask((signal) => api.setWebhook(webhook.url, options, signal)));
    },
  };
};
