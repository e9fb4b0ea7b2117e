import { pino } from 'pino';

/** The part of a logger that the agent uses. Secrets and destinations never go in. */
export type Log = {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
};

/** JSON lines on standard output, written at once so that nothing is lost when the process is killed. */
export const jsonLog = (): Log =>
  pino({ name: 'agent', base: { pid: process.pid } }, pino.destination({ dest: 1, sync: true }));
