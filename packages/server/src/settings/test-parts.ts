import type { TestedPart, TestOutcome, TestProblem } from '@skyport/contract/settings';
import { botOf, ChatProblem, chatClientOf } from '../chat/index.ts';
import { tryStore } from '../files/index.ts';
import { mailIsOn, makeMailMessage, trySending } from '../mail/index.ts';
import { checkEndpoints } from '../payments/index.ts';
import type { Account, Deps } from '../platform/deps.ts';
import { texts } from './texts.ts';

type TestPart = (deps: Deps, caller: Account) => Promise<TestOutcome>;

const failed = (problem: TestProblem, detail = ''): TestOutcome => ({ problem, detail });

/** A mail to whoever asks, past the outbox: its fate is known at once. */
const testMail: TestPart = async (deps, { email }) => {
  const settings = await deps.settings.fresh(deps.db);
  if (!mailIsOn(settings)) return failed('off');
  const message = makeMailMessage({ site: settings.site_name, subject: texts.testSubject, before: [texts.testBody] });
  const fault = await trySending({ id: deps.ids.next(), recipient: email }, message, settings);
  if (!fault) return { problem: null, detail: email };
  const replied = fault.replied ? 'refused' : 'unreachable';
  return failed(fault.isLogIn ? 'login' : replied, fault.reason);
};

/** Asks the bot for its own name. */
const testTelegram: TestPart = async (deps) => {
  const bot = botOf(await deps.settings.fresh(deps.db));
  if (!bot) return failed('off');
  try {
    return { problem: null, detail: `@${await (await chatClientOf(bot)).username()}` };
  } catch (problem) {
    if (!(problem instanceof ChatProblem)) throw problem;
    const { code, problem: reason } = problem.fault;
    if (code === 0) return failed('unreachable', reason);
    return failed(code === 401 || code === 404 ? 'login' : 'refused', reason);
  }
};

/** Stores a file where new images go, reads it again and removes it. */
const testFiles: TestPart = async (deps) => {
  const { store, fault } = await tryStore(deps);
  if (!fault) return { problem: null, detail: store };
  if (store === 'disk' || fault.status === 200) return failed('other', fault.reason);
  if (fault.status === undefined) return failed('unreachable', fault.reason);
  return failed(fault.status === 403 || fault.status === 401 ? 'login' : 'refused', fault.reason);
};

/** Asks every endpoint at which payments in USDT are looked for what a watcher will ask it. */
const testUsdt: TestPart = async (deps) => {
  const checked = await checkEndpoints(deps);
  if (checked.length === 0) return failed('off');
  const detail = checked.map(({ text }) => text).join('；');
  return checked.every(({ works }) => works) ? { problem: null, detail } : failed('endpoints', detail);
};

const parts: Readonly<Record<TestedPart, TestPart>> = {
  mail: testMail,
  telegram: testTelegram,
  files: testFiles,
  usdt: testUsdt,
};

/** Tries out one part of the settings as they are saved now. Nothing of a secret is in what it finds. */
export const testSettings = (part: TestedPart, caller: Account, deps: Deps): Promise<TestOutcome> =>
  parts[part](deps, caller);
