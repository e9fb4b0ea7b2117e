import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Done } from './shapes.ts';
import { Line, TextOf } from './units.ts';

/** Seconds within which a hand-off token has to be used. */
export const HANDOFF_SECONDS = 60;

/** A hand-off token; its beginning tells it from a log-in token in the query of an address. */
const HANDOFF = /^h\.[A-Za-z0-9_-]{43}$/;

/** Comes with the refusal `otherAccount`: what the person is asked before the log-in. */
export const HandoffQuestion = z.object({
  /** E-mail address of the account that the link logs in. */
  email: z.string(),
  /** The account that is logged in here; null = none. */
  current: z.string().nullable(),
});
export type HandoffQuestion = z.infer<typeof HandoffQuestion>;

export const handoffCalls = {
  makeHandoff: call({
    path: '/api/user/handoff',
    access: access.accountStrict,
    rate: 'credential',
    summary: "Makes a token that moves the session to another of the product's domains: one use, 60 seconds.",
    input: z.object({ host: field('域名', Line(253).min(1)) }),
    output: z.object({ token: z.string() }),
    fails: ['notFound'],
  }),
  takeHandoff: call({
    path: '/api/user/handoff_exchange',
    access: access.anyone,
    rate: 'credential',
    summary: 'Exchanges a hand-off token for a session on the domain it was made for, once the person has agreed.',
    input: z.object({
      token: field('凭据', TextOf(45).regex(HANDOFF)),
      /** The person saw the account and wants it; without it `otherAccount` asks, unless it is logged in already. */
      replace: z.boolean().default(false),
      /** `current` of the question that the person answered. When it is another account by now, it asks again. */
      current: field('当前账号', TextOf(254).nullable()).optional(),
    }),
    output: Done,
    fails: ['handoffDead', 'otherAccount'],
  }),
} as const;
