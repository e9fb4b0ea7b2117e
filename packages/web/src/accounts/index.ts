import { lazyPart } from '../ui/lazy-part.ts';

export { DomainPrompt } from './domain-prompt.tsx';
export { isEmail } from './is-email.ts';
export { type NewPassword, newPasswordProblem } from './new-password.ts';
export { hasToken, useSession, type Session } from './session.ts';
export { commonTexts as accountTexts } from './common-texts.ts';

export { SessionOverWindow } from './session-over/window.tsx';

/** The part of the profile page that turns the second step on and off; fetched when it is shown. */
export const SecondStepSection = lazyPart(() => import('./second-step/section.tsx'));

/** Brings the session of another domain along; fetched only when the address says so. */
export const HandOff = lazyPart(() => import('./hand-off.tsx'));
