import { accountSaves } from './account-saves.ts';
import { nodeSaves } from './node-saves.ts';
import type { SaveCases } from './save-case.ts';
import { settingsSaves } from './settings-saves.ts';
import { shopSaves } from './shop-saves.ts';

/** Every call that saves a whole object. The settings come last: one of them asks more of all staff. */
export const wholeSaves: SaveCases = { ...shopSaves, ...nodeSaves, ...accountSaves, ...settingsSaves };

/** Every other call that changes something: what it is to do stands in its name, not in the fields of an object. */
export const acts: readonly string[] = [
  'accounts.beginSecondStep',
  'accounts.captcha',
  'accounts.confirm',
  'accounts.confirmSecondStep',
  'accounts.endSecondStep',
  'accounts.endSession',
  'accounts.getEmail',
  'accounts.login',
  'accounts.loginSecondStep',
  'accounts.logout',
  'accounts.logoutEverywhere',
  'accounts.makeHandoff',
  'accounts.removeSecondStep',
  'accounts.renewRecoveryCodes',
  'accounts.resetPassword',
  'accounts.setPassword',
  'accounts.setupAdmin',
  'accounts.signup',
  'accounts.takeHandoff',
  'checkin.signUse',
  'coupons.delete',
  'coupons.redeem',
  'errors.clear',
  'fleet.acceptBooks',
  'fleet.closeAlarm',
  'fleet.settleBatch',
  'fleet.undoReports',
  'install.approveHostKey',
  'install.remove',
  'install.rollback',
  'install.upgradeAgentserver',
  'jobs.retry',
  'nodes.clearUpdatetimes',
  'nodes.delete',
  'nodes.enrolCode',
  'nodes.entryDelete',
  'nodes.lineDelete',
  'nodes.lineResetHot',
  'nodes.lineTest',
  'notices.clicked',
  'permissions.delete',
  'rules.restore',
  'settings.test',
  'shop.deleteCombo',
  'subscription.resetUserkey',
  'telegram.answer',
  'telegram.code',
  'telegram.unbind',
  'users.changePassword',
  'users.endSessions',
];
