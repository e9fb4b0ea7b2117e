import type { accountsCalls } from '@skyport/contract/accounts';
import type { captchaCalls } from '@skyport/contract/captcha';
import type { firstPasswordCalls } from '@skyport/contract/first-password';
import type { handoffCalls } from '@skyport/contract/handoff';
import type { secondStepCalls } from '@skyport/contract/second-step';
import type { sessionsCalls } from '@skyport/contract/sessions';
import { heldPermissions } from '../permissions/index.ts';
import { makeChallenge } from '../platform/captcha.ts';
import type { HandlersOf } from '../platform/deps.ts';
import { firstPasswordHandlers } from './first-password/calls.ts';
import { handoffHandlers } from './hand-off/calls.ts';
import { login } from './log-in/log-in.ts';
import { confirm } from './mailed-links/click.ts';
import { changeUseInfo } from './profile/edit.ts';
import { setOwnPassword } from './profile/password.ts';
import { userInfo } from './profile/user-info.ts';
import { getEmail, resetPassword } from './recovery/recovery.ts';
import { secondStepHandlers } from './second-step/calls.ts';
import { sessionsHandlers } from './sessions/calls.ts';
import { setupAdmin, signup } from './sign-up/sign-up.ts';

type Calls = typeof accountsCalls &
  typeof captchaCalls &
  typeof firstPasswordCalls &
  typeof handoffCalls &
  typeof secondStepCalls &
  typeof sessionsCalls;

/** Everything that accounts answer: sign-up, log-in and its second step, sessions, recovery, and the own profile. */
export const accountsHandlers: HandlersOf<Calls> = {
  ...secondStepHandlers,
  ...firstPasswordHandlers,
  ...handoffHandlers,
  ...sessionsHandlers,
  userInfo,
  myPermissions: async (_input, { caller }, { db, clock }) => heldPermissions(db, caller.id, clock.now()),
  login,
  signup,
  setupAdmin,
  resetPassword,
  getEmail,
  confirm,
  changeUseInfo,
  setPassword: setOwnPassword,
  captcha: ({ call }, { address }, deps) => makeChallenge({ call, address }, deps),
  logout: async (_input, context) => {
    await context.endSession();
    return {};
  },
};
