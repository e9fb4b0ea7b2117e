/** Platforms that clients are offered for. */
export const platforms = ['Windows', 'Android', 'iOS', 'macOS'] as const;
export type Platform = (typeof platforms)[number];

/** The platform a user agent names; undefined when it names none of ours. iPads call themselves Macs but have touch. */
export const namedPlatform = (userAgent: string, touchPoints = 0): Platform | undefined => {
  if (/Android/i.test(userAgent)) return 'Android';
  if (/iPhone|iPad|iPod/i.test(userAgent)) return 'iOS';
  if (/Macintosh|Mac OS X/i.test(userAgent)) return touchPoints > 1 ? 'iOS' : 'macOS';
  return /Windows/i.test(userAgent) ? 'Windows' : undefined;
};

/** The platform a user agent names; Windows when it names none of ours. */
export const platformOf = (userAgent: string, touchPoints = 0): Platform =>
  namedPlatform(userAgent, touchPoints) ?? 'Windows';

/** A chat app whose own browser opens no other app. */
export type ChatApp = 'wechat' | 'qq';
export const chatAppNames: Readonly<Record<ChatApp, string>> = { wechat: '微信', qq: 'QQ' };

/** The chat app in whose own browser a page is open. The QQ browser is an app of its own and opens other apps. */
export const chatAppOf = (userAgent: string): ChatApp | undefined => {
  if (/MicroMessenger\//i.test(userAgent)) return 'wechat';
  return /(?:^|\s)QQ\/\d/.test(userAgent) ? 'qq' : undefined;
};
