import { credentialFor } from './credential.ts';
import type { ResolvedLine } from './model.ts';
import { fill, template } from './template.ts';
import { json } from './text/json.ts';
import { dialing } from './writers/xray.ts';

/**
 * The outbound of one line for the holder of a userkey, as Xray reads it and as documents for apps around Xray have it:
 * what the panel dials with when it tests a line. Throws a RangeError for a bad line id.
 */
export const xrayOutbound = (line: ResolvedLine, userkey: string): Readonly<Record<string, unknown>> => {
  const credential = credentialFor(line.protocol, line.id, userkey);
  const text = fill(template(json({ tag: 'proxy', ...dialing(line) })), {
    credential: () => credential,
    personal: () => '',
  });
  return JSON.parse(text) as Record<string, unknown>;
};
