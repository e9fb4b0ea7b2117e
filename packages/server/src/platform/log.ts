import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Names of fields that never reach a log, wherever they stand. */
const SECRET_FIELDS = [
  'password',
  'token',
  'cookie',
  'authorization',
  'userkey',
  'secret',
  'code',
  'credential',
  'key',
];

/** JSON log on standard output. Secret fields are removed, at the top and one level down. */
export const createLog = (level: string): Log =>
  pino({ level, redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), remove: true } });
