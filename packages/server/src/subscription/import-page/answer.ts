import { createHash } from 'node:crypto';
import { chatAppOf, namedPlatform, platformOf } from '@skyport/contract/devices';
import type { DocumentAnswer, DocumentRequest } from '../../platform/document-route.ts';
import type { LinkAddresses } from '../document/rules.ts';
import { importPage } from './page.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only the page's own script and style, by their bytes; nothing is fetched, framed, or sent anywhere. */
const policy =
  `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers = Object.entries({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  vary: 'accept, user-agent, sec-fetch-dest',
}).flat();

/** What an import page is made for. */
export interface PageVisit {
  readonly request: Pick<DocumentRequest, 'kind' | 'userAgent'>;
  readonly userId: string;
  /** The key that the link was opened with; on its day the daily one. */
  readonly key: string;
  readonly title: string;
  readonly addresses: Pick<LinkAddresses, 'linkBase' | 'webPage'>;
}

/** The import page in the place of a document. It has no validator: it is small, and holds the key. */
export const importPageAnswer = ({ request, userId, key, title, addresses }: PageVisit): DocumentAnswer => ({
  status: 200,
  headers,
  body: Buffer.from(
    importPage({
      owner: { base: addresses.linkBase, id: userId, userkey: key, title },
      platform: platformOf(request.userAgent),
      named: namedPlatform(request.userAgent),
      chatApp: chatAppOf(request.userAgent),
      webPage: addresses.webPage.replace(/\/+$/, ''),
      kind: request.kind,
    }),
  ),
});
