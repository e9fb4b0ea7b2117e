import { z } from 'zod';
import { access, call, raw } from './call.ts';
import { Done, Nothing } from './shapes.ts';
import { Id, Instant } from './units.ts';

/** Somebody on Telegram who asks to be bound to the account. The name is what they call themselves there. */
export const BindRequest = z.object({
  _id: Id,
  name: z.string(),
  /** Their number at Telegram, which nobody can choose. */
  telegram_id: z.string(),
  expires: Instant,
});
export type BindRequest = z.infer<typeof BindRequest>;

/** What the profile page shows of Telegram. */
export const TelegramState = z.object({
  bound: z.boolean(),
  /** Name of the bound Telegram account; empty when there is none. */
  name: z.string(),
  since: Instant.nullable(),
  /** Link to the bot; empty while there is none. */
  bot: z.string(),
  requests: z.array(BindRequest),
});
export type TelegramState = z.infer<typeof TelegramState>;

export const telegramCalls = {
  state: call({
    path: '/api/user/telegram',
    access: access.customer,
    rate: 'read',
    summary: 'Whether the account is bound to Telegram, the link to the bot, and who asks to be bound.',
    input: Nothing,
    output: TelegramState,
    fails: [],
  }),
  code: call({
    path: '/api/user/telegram_code',
    access: access.customerStrict,
    rate: 'change',
    stepUp: 'sometimes',
    summary:
      'Makes the one-time code and the link that bind a Telegram account within ten minutes; older ones end. Staff need a step-up.',
    input: Nothing,
    /** `command` is what is sent to the bot; `link` opens the bot with the same right, empty while there is none. */
    output: z.object({ command: z.string(), link: z.string(), expires: Instant }),
    fails: ['conflict'],
  }),
  answer: call({
    path: '/api/user/telegram_answer',
    access: access.customerStrict,
    rate: 'change',
    stepUp: 'sometimes',
    summary: 'Confirms or refuses a request to be bound. Staff need a step-up to confirm one.',
    input: z.object({ id: Id, accept: z.boolean() }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
  unbind: call({
    path: '/api/user/unbind',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Removes the Telegram binding.',
    input: Nothing,
    output: Done,
    fails: ['notFound'],
  }),
} as const;

/** Where Telegram delivers updates when the webhook is switched on; answers 401 to everybody else. */
export const telegramRaw = {
  telegramWebhook: raw({
    method: 'POST',
    path: '/api/telegram/webhook',
    access: access.anyone,
    rate: 'read',
    summary: 'Takes updates of the bot from Telegram, which proves itself by a secret header.',
    built: true,
  }),
} as const;
