import { z } from 'zod';
import { access, call } from './call.ts';
import { Done, PasswordHash } from './shapes.ts';
import { TextOf } from './units.ts';

const Code = TextOf(128).min(1);

/** How somebody for whom an account was made sets its first password. */
export const firstPasswordCalls = {
  firstPasswordOf: call({
    path: '/api/user/first_password_of',
    access: access.anyone,
    rate: 'credential',
    summary: 'Whose first password a one-time link sets.',
    input: z.object({ code: Code }),
    output: z.object({ email: z.string() }),
    fails: ['notFound'],
  }),
  setFirstPassword: call({
    path: '/api/user/set_first_password',
    access: access.anyone,
    rate: 'credential',
    summary: 'Sets the first password of an account by its one-time link, which ends, and logs in.',
    input: z.object({ code: Code, password: PasswordHash }),
    output: Done,
    fails: ['notFound'],
  }),
} as const;
