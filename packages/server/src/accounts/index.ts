export { accountsJobs } from './jobs.ts';
export { createConfirmRoute } from './mailed-links/open-link.ts';
export { isAgencyCustomer, isDisabled, lockCustomer, markPaid, type Customer } from './customer-store.ts';
export { createAccount, makeUserkey, userkeyAssociatedData, type AccountDraft } from './sign-up/create.ts';
export { dropSecondStep } from './second-step/rescue.ts';
export { lacksPassword } from './first-password/store.ts';
export { makeAgencyCustomer, makePasswordLink } from './first-password/link.ts';
export { hashPassword, NO_PASSWORD } from './log-in/password.ts';
export { notifyOfLinkReset } from './messages/link-reset.ts';
export { createStepUp } from './step-up/step-up.ts';
export { changeOperations } from './operations.ts';
export { changeType } from './sign-up/first-admin-store.ts';
export { grantAdmin, makeSetupLink } from './sign-up/first-admin.ts';
export { releaseTelegram, releaseTexts, type ReleaseReason } from './messages/telegram-release.ts';
export { setPassword } from './log-in/set-password.ts';
export { lockHolder } from './mailed-links/store.ts';
export { changeUserkey, lockKeyRight } from './profile/userkey-store.ts';
export { endAllSessions } from './sessions/end-all.ts';
export { endOneSession, type EndedSession } from './sessions/end-one.ts';
export { sessionsOf } from './sessions/list.ts';
export { changeByStaff, isAgency, otherAdminExists, type StaffColumns } from './staff-store.ts';
export {
  findByEmail as accountByEmail,
  findChannelCode as channelCodeOf,
  isAdmin,
  listEmails as emailsOf,
  lockStandings,
  removeSessions,
  type Standing,
} from './store.ts';
export { storeAccountsSeen } from './profile/store.ts';
