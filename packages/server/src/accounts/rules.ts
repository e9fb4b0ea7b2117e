import { imageNameOf } from '@skyport/contract/files';

/** Longest stored page address. */
const MAX_URL = 300;

/** Origin and path of a page, without query and fragment's query; empty when it is no HTTP address. */
export const pageOf = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const { protocol, origin, pathname, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return '';
  return `${origin}${pathname}${hash.split('?')[0] ?? ''}`.slice(0, MAX_URL);
};

/** The name of an avatar, which only ever is that of an image that was uploaded here; anything else is no avatar. */
export const iconOf = (icon: string): string => imageNameOf(icon);
