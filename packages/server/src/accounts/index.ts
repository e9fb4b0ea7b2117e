export { accountsJobs } from './jobs.ts';
export { createConfirmRoute } from './mailed-links/open-link.ts';
export { createAccount, makeUserkey, userkeyAssociatedData, type AccountDraft } from './sign-up/create.ts';
export { dropSecondStep } from './second-step/rescue.ts';
export { hashPassword } from './log-in/password.ts';
export { notifyOfLinkReset } from './messages/link-reset.ts';
export { createStepUp } from './step-up/step-up.ts';
export { grantAdmin, makeSetupLink } from './sign-up/first-admin.ts';
export { releaseTelegram, releaseTexts, type ReleaseReason } from './messages/telegram-release.ts';
