import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { Done } from './shapes.ts';
import { Line, TextOf } from './units.ts';

/** Seconds within which a hand-off token has to be used. */
export const HANDOFF_SECONDS = 60;

/** A hand-off token; its beginning tells it from a log-in token in the query of an address. */
const HANDOFF = /^h\.[A-Za-z0-9_-]{43}$/;

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
    summary: 'Exchanges a hand-off token for a session on the domain it was made for.',
    input: z.object({
      token: field('凭据', TextOf(45).regex(HANDOFF)),
      /** Replaces the live session of another account, which is asked about first. */
      replace: z.boolean().default(false),
    }),
    output: Done,
    fails: ['handoffDead', 'otherAccount'],
  }),
} as const;
