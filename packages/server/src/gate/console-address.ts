/** What a request says of which page it wants. */
interface Wanted {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Its Accept header. */
  readonly accept: string | undefined;
}

/** Paths of the panel that are no pages, whoever asks for them. */
const NO_PAGES = /^\/(?:api|assets|country|describe|pay)(?:\/|$)/;

/** A name with an ending is a file. */
const FILE = /\.[^/]*$/;

/**
 * Where a page stands that a browser asks for by a plain path, as somebody types or mails it: `/login?c=a` is
 * `/#/login?c=a`. Undefined for what is no page and for programs. Always an address of this panel; whether there is
 * such a page, the console says.
 */
export const consoleAddress = ({ method, url, accept }: Wanted): string | undefined => {
  const [path = '', query = ''] = url.split('?', 2);
  if (method !== 'GET' || !accept?.includes('text/html')) return undefined;
  if (!path.startsWith('/') || path === '/' || NO_PAGES.test(path) || FILE.test(path)) return undefined;
  const route = path.replace(/\/+$/, '');
  return route === '' ? undefined : `/#${route}${query && `?${query}`}`;
};
