import { createHash } from 'node:crypto';
import type { HostInfo } from '@skyport/contract/notices';
import { escapeHtml } from '../platform/html.ts';
import { inlineScripts, pagePolicy } from './page-policy.ts';

/** The console's page as one host gets it. */
export interface ConsolePage {
  readonly html: string;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Its Content-Security-Policy: no script of the page itself runs but those that it was built with. */
  readonly policy: string;
}

/** Where the built page has room for what the host is; the console reads it before it draws anything. */
const ROOM = /<meta name="skyport-host" content="" ?\/?>/;
const TITLE = /<title>[^<]*<\/title>/;

/**
 * Makes the page of a host from the built one: it says by itself whose site it is, so that nobody sees another name, or
 * what is not for them, until an answer has arrived. What it says is public, and what `/api/host/get` answers there.
 */
export const createConsolePage = (built: string): ((host: HostInfo) => ConsolePage) => {
  const policy = pagePolicy(inlineScripts(built));
  return (host) => {
    const facts = `<meta name="skyport-host" content="${escapeHtml(JSON.stringify(host))}" />`;
    const named =
      host.site_name === '' ? built : built.replace(TITLE, () => `<title>${escapeHtml(host.site_name)}</title>`);
    const html = named.replace(ROOM, () => facts);
    return { html, etag: `"${createHash('sha256').update(html).digest('base64url')}"`, policy };
  };
};
