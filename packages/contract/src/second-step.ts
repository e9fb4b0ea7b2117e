import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { ById, Done, Nothing, plainCode } from './shapes.ts';
import { Instant, TextOf, Trimmed } from './units.ts';

/** Digits of a code of the authenticator app (RFC 6238), and for how many seconds one is shown. */
export const TOTP_DIGITS = 6;
export const TOTP_SECONDS = 30;

/** How many recovery codes an account gets at a time; each opens once. */
export const RECOVERY_CODES = 10;

/** Minutes that a log-in ticket lives, and for which wrong codes are counted against the second step. */
export const TICKET_MINUTES = 5;
export const LOCK_MINUTES = 15;

/** Wrong codes within those minutes, none right in between, that lock the second step. */
export const WRONG_CODES = 5;

/** Wrong codes within 24 hours, none right in between, that lock it until the first of them is as old. */
export const DAY_WRONG_CODES = 20;

/** Six digits of the app, spaces allowed; or a recovery code, dash and case of no meaning. */
const Code = field(
  '验证码',
  Trimmed(40)
    .transform((typed) => plainCode(typed).replace(/[\s-]/g, '').toLowerCase())
    .pipe(TextOf(40).regex(/^(?:\d{6}|[a-z0-9]{10})$/, '验证码应为 6 位数字或恢复码')),
);

/** What comes with the refusal `secondStepNeeded`: with it and a code the log-in is finished. */
export const LoginTicket = z.object({ ticket: z.string() });

/** Recovery codes in clear, which are shown this once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) });

export const secondStepCalls = {
  secondStep: call({
    path: '/api/user/second_step',
    access: access.accountSetUp,
    rate: 'read',
    summary: 'Whether the account has a second step, since when, and how many recovery codes are left.',
    input: Nothing,
    output: z.object({
      /** When it was confirmed; null = off. */
      since: Instant.nullable(),
      recoveryLeft: z.number().int().nonnegative(),
      /** Whether the account's type has to have one. */
      required: z.boolean(),
    }),
    fails: [],
  }),
  beginSecondStep: call({
    path: '/api/user/second_step_begin',
    access: access.accountSetUpStrict,
    rate: 'credential',
    stepUp: 'always',
    summary: 'Makes a secret for an authenticator app; nothing changes until it is confirmed by a code.',
    input: Nothing,
    output: z.object({
      /** Base32, for typing it in. */
      secret: z.string(),
      /** `otpauth://totp/…`, for the QR code. */
      uri: z.string(),
    }),
    fails: ['conflict'],
  }),
  confirmSecondStep: call({
    path: '/api/user/second_step_confirm',
    access: access.accountSetUpStrict,
    rate: 'credential',
    summary: "Turns the second step on by a code of the app; the account's other sessions end.",
    input: z.object({ code: Code }),
    output: RecoveryCodes,
    fails: ['secondStepWrong', 'notFound', 'conflict'],
  }),
  renewRecoveryCodes: call({
    path: '/api/user/second_step_codes',
    access: access.accountStrict,
    rate: 'credential',
    summary: 'Replaces the recovery codes by new ones; needs a code.',
    input: z.object({ code: Code }),
    output: RecoveryCodes,
    fails: ['secondStepWrong', 'notFound'],
  }),
  endSecondStep: call({
    path: '/api/user/second_step_off',
    access: access.accountStrict,
    rate: 'credential',
    summary: 'Turns the second step off; needs a code of the app or a recovery code.',
    input: z.object({ code: Code }),
    output: Done,
    fails: ['secondStepWrong', 'notFound'],
  }),
  loginSecondStep: call({
    path: '/api/user/login_second_step',
    access: access.anyone,
    rate: 'credential',
    summary: 'Finishes a log-in that needs a second step; the session arrives as two cookies.',
    input: z.object({ ticket: field('登录凭据', TextOf(500)), code: Code }),
    output: Done,
    fails: ['secondStepWrong', 'ticketExpired'],
  }),
  removeSecondStep: call({
    path: '/api/admin/users/remove_second_step',
    access: access.admin,
    rate: 'credential',
    audit: 'secondStep',
    stepUp: 'always',
    summary: 'Removes the second step of an account whose owner lost it; the owner is notified and it is audited.',
    input: ById,
    output: Done,
    fails: ['notFound'],
  }),
} as const;
