/** Platforms that the getting-started panel has tabs for. */
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

/** The platform that this device says it is; undefined on Linux and others that are none of ours. */
export const namedHere = (): Platform | undefined => namedPlatform(navigator.userAgent, navigator.maxTouchPoints);

/** The platform of this device. */
export const thisPlatform = (): Platform => platformOf(navigator.userAgent, navigator.maxTouchPoints);

/** Whether this is a phone or tablet. */
export const isMobile = (): boolean => ['Android', 'iOS'].includes(thisPlatform());
