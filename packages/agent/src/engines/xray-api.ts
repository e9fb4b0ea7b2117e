import grpc from '@grpc/grpc-js';
import type { Counter, Reading } from './engine.ts';
import { createCounterReader } from './xray-counters.ts';
import { message, typedMessage } from './xray-proto.ts';

const HANDLER = '/xray.app.proxyman.command.HandlerService';
const STATS = '/xray.app.stats.command.StatsService';
const ROUTING = '/xray.app.router.command.RoutingService';
const MAX_ANSWER = 256 * 1024 * 1024;

/**
 * A user as an inbound holds it, by the engine's name for them (Xray calls it `email`). `account` is the raw account
 * message, undefined when the engine gives none.
 */
export type InboundUser = { name: string; account: Uint8Array | undefined };

/** The engine's control API, bound to the port of exactly one process. Every call throws when the engine refuses. */
export type XrayApi = {
  addUser(tag: string, name: string, account: { type: string; value: Uint8Array }): Promise<void>;
  removeUser(tag: string, name: string): Promise<void>;
  removeInbound(tag: string): Promise<void>;
  inboundTags(): Promise<string[]>;
  usersOf(tag: string): Promise<InboundUser[]>;
  /** All counters of users and of placeholders. */
  counters(): Promise<readonly Counter[]>;
  /** The same, with what is new since the last time; see createCounterReader. */
  reading(): Promise<Omit<Reading, 'instance'>>;
  onlineUsers(): Promise<string[]>;
  /** Client addresses of a user's live connections; empty when there are none. */
  addressesOf(name: string): Promise<string[]>;
  blockUser(name: string): Promise<void>;
  unblockUser(name: string): Promise<void>;
  blockedUsers(): Promise<string[]>;
  close(): void;
};

/** Names of the message types of a call's question and answer. */
type Types = { ask: string; answer: string };
type Call = (path: string, types: Types, body: object) => Promise<Fields>;
/** The same for an answer that is read in a way of its own. */
type RawCall = <T>(path: string, ask: { type: string; body: object }, read: (answer: Buffer) => T) => Promise<T>;

/** Opens the API at a loopback port; nothing is dialled before the first call. */
export const xrayApi = (port: number, deadlineMs = 5000): XrayApi => {
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_ANSWER,
    // An operator's proxy variables must never carry the control calls off this machine.
    'grpc.enable_http_proxy': 0,
    'grpc.initial_reconnect_backoff_ms': 50,
    'grpc.max_reconnect_backoff_ms': 500,
  });
  const rawCall: RawCall = (path, { type, body }, read) =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        (ask: object) => Buffer.from(message(type).encode(ask).finish()),
        read,
        body,
        { deadline: Date.now() + deadlineMs },
        (error, answer) => (error || answer === undefined ? reject(error ?? new Error('no answer')) : resolve(answer)),
      );
    });
  const call: Call = (path, types, body) =>
    rawCall(path, { type: types.ask, body }, (bytes) => message(types.answer).decode(bytes) as object as Fields);
  return { ...handlerCalls(call), ...statsCalls(call, rawCall), ...routingCalls(call), close: () => client.close() };
};

type Fields = Record<string, unknown>;

const handlerCalls = (call: Call) => {
  const alter = async (tag: string, operation: object): Promise<void> => {
    await call(`${HANDLER}/AlterInbound`, { ask: 'AlterInboundRequest', answer: 'Empty' }, { tag, operation });
  };
  return {
    addUser: (tag: string, name: string, account: object) =>
      alter(tag, typedMessage('AddUserOperation', { user: { level: 0, email: name, account } })),
    removeUser: (tag: string, name: string) => alter(tag, typedMessage('RemoveUserOperation', { email: name })),
    removeInbound: async (tag: string) => {
      await call(`${HANDLER}/RemoveInbound`, { ask: 'RemoveInboundRequest', answer: 'Empty' }, { tag });
    },
    inboundTags: async () => {
      const types = { ask: 'ListInboundsRequest', answer: 'ListInboundsResponse' };
      const answer = await call(`${HANDLER}/ListInbounds`, types, { isOnlyTags: true });
      return list(answer['inbounds']).map((inbound) => textOf(inbound['tag']));
    },
    usersOf: async (tag: string) => {
      const types = { ask: 'GetInboundUserRequest', answer: 'GetInboundUserResponse' };
      const answer = await call(`${HANDLER}/GetInboundUsers`, types, { tag });
      return list(answer['users']).map((user) => {
        const account = user['account'] as { value?: Uint8Array } | null | undefined;
        return { name: textOf(user['email']), account: account?.value };
      });
    },
  };
};

type Reader = ReturnType<typeof createCounterReader>;

const readingOf = (rawCall: RawCall, read: Reader): Promise<ReturnType<Reader>> => {
  const body = { pattern: '>>>traffic>>>', reset: false };
  return rawCall(`${STATS}/QueryStats`, { type: 'QueryStatsRequest', body }, read);
};

const statsCalls = (call: Call, rawCall: RawCall, read = createCounterReader()) => ({
  counters: async () => (await readingOf(rawCall, read)).counters,
  reading: () => readingOf(rawCall, read),
  onlineUsers: async () => {
    const types = { ask: 'Empty', answer: 'GetAllOnlineUsersResponse' };
    const answer = await call(`${STATS}/GetAllOnlineUsers`, types, {});
    return strings(answer['users']).map((name) => name.replace(/^user>>>/, '').replace(/>>>online$/, ''));
  },
  addressesOf: async (name: string) => {
    const types = { ask: 'GetStatsRequest', answer: 'GetStatsOnlineIpListResponse' };
    try {
      const answer = await call(`${STATS}/GetStatsOnlineIpList`, types, { name: `user>>>${name}>>>online` });
      return Object.keys(answer['ips'] ?? {}).map((ip) => ip.replace(/^\[|\]$/g, ''));
    } catch (cause) {
      // The engine makes the list with a user's first connection.
      if (isNotFound(cause)) return [];
      throw cause;
    }
  },
});

const isNotFound = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === grpc.status.NOT_FOUND;

const BLOCK = 'block-';

const routingCalls = (call: Call) => ({
  blockUser: async (name: string) => {
    const rule = [{ tag: 'blocked', user_email: [name], rule_tag: `${BLOCK}${name}` }];
    const body = { config: typedMessage('RouterConfig', { rule }), shouldAppend: true };
    await call(`${ROUTING}/AddRule`, { ask: 'AddRuleRequest', answer: 'Empty' }, body);
  },
  unblockUser: async (name: string) => {
    const types = { ask: 'RemoveRuleRequest', answer: 'Empty' };
    await call(`${ROUTING}/RemoveRule`, types, { ruleTag: `${BLOCK}${name}` });
  },
  blockedUsers: async () => {
    const answer = await call(`${ROUTING}/ListRule`, { ask: 'Empty', answer: 'ListRuleResponse' }, {});
    const tags = list(answer['rules']).map((rule) => textOf(rule['ruleTag']));
    return tags.filter((tag) => tag.startsWith(BLOCK)).map((tag) => tag.slice(BLOCK.length));
  },
});

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);
const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A text field of an answer; empty where the engine left it out. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
