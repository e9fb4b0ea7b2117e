import { BadNotification } from '../../platform/payment-providers.ts';
import { epayTexts } from './texts.ts';

const { refused } = epayTexts;

/** Fields of a request, a notification or an answer by name, their values as the texts that came. */
export type Fields = ReadonlyMap<string, string>;

const MOST_FIELDS = 64;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Fields each of which came once, under a plain name. Throws BadNotification: PHP's arrays have brackets in names. */
const collect = (entries: readonly (readonly [string, string])[]): Fields => {
  if (entries.length > MOST_FIELDS) throw new BadNotification(refused.size);
  const fields = new Map<string, string>();
  for (const [name, value] of entries) {
    if (!NAME.test(name)) throw new BadNotification(refused.name);
    if (fields.has(name)) throw new BadNotification(refused.twice);
    fields.set(name, value);
  }
  return fields;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new BadNotification(refused.form);
  }
};

/** The fields of a query or of a form. Throws BadNotification. */
export const fieldsOfForm = (text: string): Fields =>
  collect(
    text
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const [name = ''] = part.split('=', 1);
        return [decode(name), decode(part.slice(name.length + 1))] as const;
      }),
  );

/** RFC 2046; case matters. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?=;|$)/gi;
const DISPOSITION = /^form-data\s*;\s*name=(?:"([^"]*)"|([^\s";]+))$/i;
/** What else a part of text may say about itself. Its bytes are read as UTF-8, as they were signed. */
const PART_HEADERS: ReadonlyMap<string, RegExp> = new Map([
  ['content-type', /^text\/plain(?:\s*;|$)/i],
  ['content-transfer-encoding', /^(?:7bit|8bit|binary)$/i],
  ['content-length', /^\d+$/],
]);

/**
 * The fields of a form in parts, as PHP's curl posts an array (RFC 7578). Throws BadNotification, also for a file, for
 * an encoded part, and for text around the parts.
 */
export const fieldsOfParts = (text: string, contentType: string): Fields => {
  const [found, second] = [...contentType.matchAll(BOUNDARY)];
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined || second) throw new BadNotification(refused.form);
  const [before, ...parts] = `\r\n${text}`.split(`\r\n--${boundary}`);
  const end = parts.pop();
  if (before !== '' || (end !== '--' && end !== '--\r\n')) throw new BadNotification(refused.form);
  return collect(parts.map(fieldOfPart));
};

const fieldOfPart = (part: string): readonly [string, string] => {
  const head = part.indexOf('\r\n\r\n');
  if (head < 0 || !part.startsWith('\r\n')) throw new BadNotification(refused.form);
  const headers = part
    .slice(2, head)
    .split('\r\n')
    .map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  const dispositions = headers.filter(([name]) => name === 'content-disposition');
  if (dispositions.some(([, value]) => /filename/i.test(value))) throw new BadNotification(refused.file);
  const [, quoted, bare] = DISPOSITION.exec(dispositions[0]?.[1] ?? '') ?? [];
  const name = quoted ?? bare;
  const isText = headers.every(([header, value]) => dispositions.length === 1 && isTextHeader(header, value));
  if (name === undefined || !isText) throw new BadNotification(refused.form);
  return [name, part.slice(head + 4)];
};

const isTextHeader = (name: string, value: string): boolean =>
  name === 'content-disposition' || PART_HEADERS.get(name)?.test(value) === true;

const TEXT = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const OBJECT = /^\s*\{(.*)\}\s*$/s;

/**
 * The fields of an object in JSON, numbers as they are written. JSON.parse would lose a field that came twice. Throws
 * BadNotification, also for values that are neither text nor number.
 */
export const fieldsOfJson = (text: string): Fields => {
  const inside = OBJECT.exec(text)?.[1]?.trim();
  if (inside === undefined) throw new BadNotification(refused.form);
  const member = new RegExp(String.raw`\s*(${TEXT})\s*:\s*(${TEXT}|${NUMBER}|null)\s*(,(?!$)|$)`, 'y');
  const entries: [string, string][] = [];
  while (member.lastIndex < inside.length) {
    const [, name, value] = member.exec(inside) ?? [];
    if (name === undefined || value === undefined) throw new BadNotification(refused.nested);
    entries.push([textOf(name), value === 'null' ? '' : textOf(value)]);
  }
  return collect(entries);
};

const textOf = (token: string): string => (token.startsWith('"') ? (JSON.parse(token) as string) : token);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withSources = (_name: string, value: unknown, context?: { readonly source: string }): unknown =>
  typeof value === 'number' ? context!.source : value;

/**
 * The fields of a gateway's answer, or of an object inside it, without what is neither text nor number; undefined when
 * it is no JSON object, or there is none inside it.
 */
export const fieldsOfAnswer = (text: string, inside?: string): Fields | undefined => {
  let answer: unknown;
  try {
    answer = JSON.parse(text.trim(), withSources);
  } catch {
    return undefined;
  }
  if (!isObject(answer)) return undefined;
  const part = inside === undefined ? answer : answer[inside];
  if (!isObject(part)) return undefined;
  return new Map(Object.entries(part).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
};
