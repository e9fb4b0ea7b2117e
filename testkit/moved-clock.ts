import { readFileSync } from 'node:fs';

/*
 * Loaded before a program (`NODE_OPTIONS=--import=…`), it moves the program's calendar by the milliseconds that stand
 * in the file CLOCK_FILE, so that days pass while a test looks on. Timers and the database keep their own time.
 */

const EVERY_MS = 50;

let moved = 0;
const read = (): void => {
  moved = Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'));
};
read();
setInterval(read, EVERY_MS).unref();

globalThis.Date = new Proxy(Date, {
  construct: (real, given, newTarget) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + moved] : given, newTarget) as object,
  get: (real, key) => (key === 'now' ? () => real.now() + moved : (Reflect.get(real, key) as unknown)),
});
