export { accountsJobs } from './jobs.ts';
export { createConfirmRoute } from './confirm.ts';
export { createAccount, makeUserkey, userkeyContext, type AccountDraft } from './create.ts';
export { dropSecondStep } from './second-step/rescue.ts';
export { hashPassword } from './password.ts';
export { createSecondLook } from './second-look.ts';
export { grantAdmin, makeSetupLink } from './setup.ts';
export { releaseTelegram, releaseTexts, type ReleaseReason } from './telegram-link.ts';
export { removeSessions as endSessionsOf } from './store.ts';
