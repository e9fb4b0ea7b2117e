import type { Step } from '../model.ts';
import { texts } from '../texts.ts';
import { step } from './step.ts';

/** The first step of every guide for iPhone and iPad. */
export const installFromStore: Step = step.download([
  texts.storeAccount,
  '在 App Store 中切换账号即可，不要在系统设置的 iCloud 中登录他人的 Apple ID。',
]);

/** The first line of an import on iPhone and iPad. */
export const opened = (client: string): string => `在 iPhone 或 iPad 上点击下面的按钮，系统询问时允许打开 ${client}。`;
