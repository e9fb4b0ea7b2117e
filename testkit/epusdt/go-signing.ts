import { createHash, createHmac } from 'node:crypto';

/*
 * Signatures as gateways in Go make them, written for the tests alone: nothing of the product is used here, so that a
 * mistake of ours is not confirmed by itself.
 */

/** What an object in JSON holds. */
export type Params = Record<string, string | number>;

/** `strconv.FormatFloat(v, 'f', -1, 64)`, or `fmt.Sprintf("%v", v)`, which has an exponent from a million on. */
const printed = (value: string | number, style: 'f' | 'v'): string => {
  if (typeof value === 'string') return value;
  const plain = String(value);
  if (style === 'f' || Math.abs(value) < 1e6) return plain;
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return `${mantissa}e+${exponent.replace('+', '').padStart(2, '0')}`;
};

/** The text that is signed. epusdt signs over empty texts, BEpusdt leaves them out. */
export const goSignText = (params: Params, { style, withEmpty }: { style: 'f' | 'v'; withEmpty: boolean }): string => {
  const pairs: string[] = [];
  for (const name of Object.keys(params)) {
    if (name === 'signature') continue;
    const value = params[name]!;
    if (value === '' && !withEmpty) continue;
    pairs.push(`${name}=${printed(value, style)}`);
  }
  return pairs.sort().join('&');
};

/** `md5(text + token)`, or HMAC-SHA256 of the text. */
export const goSign = (text: string, token: string, algorithm: 'md5' | 'hmac'): string =>
  algorithm === 'md5'
    ? createHash('md5')
        .update(text + token, 'utf8')
        .digest('hex')
    : createHmac('sha256', token).update(text, 'utf8').digest('hex');
