import { namedPlatform, platformOf, type Platform } from '@skyport/contract/devices';

/** The platform that this device says it is; undefined on Linux and others that are none of ours. */
export const namedHere = (): Platform | undefined => namedPlatform(navigator.userAgent, navigator.maxTouchPoints);

/** The platform of this device. */
export const thisPlatform = (): Platform => platformOf(navigator.userAgent, navigator.maxTouchPoints);

/** Whether this is a phone or tablet. */
export const isMobile = (): boolean => ['Android', 'iOS'].includes(thisPlatform());
