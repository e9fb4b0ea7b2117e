import { speaksAll } from '../capability.ts';
import { JSON_TYPE, oneDialect } from '../format.ts';
import type { Format } from '../format.ts';
import { json } from '../text/json.ts';
import { lineOutbound } from './singbox-outbound.ts';

/** Tags that the app gives to outbounds of its own, or leaves out of what it was given. */
const OWN_TAGS: ReadonlySet<string> = new Set(['select', 'lowest', 'balance', 'direct', 'bypass', 'block', 'dns-out']);

/**
 * For Hiddify: the outbounds of sing-box and nothing else. The app takes no more of a document, whoever wrote it:
 * groups, rules and name servers are its own. Outbounds are taken as they are, in every generation of its core, while
 * links would be translated, with a number behind each name. The name of the profile comes from the header
 * `profile-title`.
 */
export const hiddify: Format = {
  contentType: JSON_TYPE,
  extension: '',
  speaks: speaksAll,
  refuses: ({ name }) => (OWN_TAGS.has(name.toLowerCase()) ? 'Hiddify has something of its own by this name' : null),
  dialect: oneDialect,
  write: ({ lines }) => json({ outbounds: lines.map(lineOutbound) }),
};
