/** What the headers of a document say. Byte counts are whole bytes; `expireSeconds` is seconds since 1970. */
export interface HeaderInput {
  readonly title: string;
  readonly contentType: string;
  readonly upload: number | bigint;
  readonly download: number | bigint;
  readonly total: number | bigint;
  /** Null when nothing expires: the pair is then left out, because clients stumble over an empty or zero one. */
  readonly expireSeconds: number | bigint | null;
  /** Address of the console; left out when it is not a URL. */
  readonly webPage: string;
  /** Notice for clients that show one; left out when empty. */
  readonly announcement?: string | undefined;
  /** Ending of the file's name, which follows the title; clients without need for one show the bare title. */
  readonly extension?: string | undefined;
}

/** Longest notice that Happ shows. */
const MOST_ANNOUNCED = 200;

/** Hours after which clients should fetch again. */
const UPDATE_HOURS = '24';

/** A count as plain digits: never negative, never `NaN`, never in the `1e21` form. */
const digits = (n: number | bigint): string => {
  if (typeof n === 'bigint') return String(n < 0n ? 0n : n);
  if (Number.isSafeInteger(n)) return n > 0 ? String(n) : '0';
  return Number.isFinite(n) && n > 0 ? String(BigInt(Math.trunc(n))) : '0';
};

/** `filename*` of RFC 6266: everything percent-encoded that RFC 5987 does not allow. */
const extended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const inBase64 = (text: string): string => `base64:${Buffer.from(text, 'utf8').toString('base64')}`;

/** What the header `subscription-userinfo` says of use and allowance. */
export const usageHeader = ({
  upload,
  download,
  total,
  expireSeconds,
}: Pick<HeaderInput, 'upload' | 'download' | 'total' | 'expireSeconds'>): string => {
  const use = `upload=${digits(upload)}; download=${digits(download)}; total=${digits(total)}`;
  return expireSeconds === null ? use : `${use}; expire=${digits(expireSeconds)}`;
};

/**
 * The headers that every document carries, names in lower case, values in ASCII only (Node refuses others). The use of
 * traffic stands in `subscription-userinfo`, which most clients show.
 */
export const documentHeaders = (input: HeaderInput): Record<string, string> => {
  const { title, contentType, webPage, extension = '', announcement = '' } = input;
  const announced = Array.from(announcement.trim()).slice(0, MOST_ANNOUNCED).join('');
  const page = URL.parse(webPage);
  return {
    'content-type': contentType,
    'subscription-userinfo': usageHeader(input),
    'profile-update-interval': UPDATE_HOURS,
    // The page of tickets. Happ, Karing, Hiddify and v2RayTun have a button for it.
    ...(page && { 'profile-web-page-url': page.href, 'support-url': new URL('/#/feedback', page).href }),
    ...(announced !== '' && { announce: inBase64(announced) }),
    'content-disposition': `attachment; filename="sub"; filename*=UTF-8''${extended(title + extension)}`,
    'profile-title': inBase64(title),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  };
};
