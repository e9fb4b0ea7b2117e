import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@skyport/contract';
import { apiTestsOf, untestedCalls } from './call-tests.ts';
import { circles } from './circles.ts';
import { longComments } from './comments.ts';
import { forwarders } from './forwarders.ts';
import { roomProblems, strangeFeatures } from './rooms.ts';
import { root } from './run.ts';
import { productOf, type Sources } from './sources.ts';
import { sharedTables, sqlOutsideStores, tablesOf } from './stores.ts';
import { misplacedMocks } from './test-rules.ts';
import { timesInTests } from './test-times.ts';
import { termProblems, termsOf, textsInPlace } from './terms.ts';

/** A rule that is read from the code; it gives every break of it, a sentence or a name each. */
export interface CodeRule {
  readonly name: string;
  readonly problems: (sources: Sources) => readonly string[];
}

/**
 * Features that have no calls of their own: the fleet works by itself, guides are read, messages
 * are sent for others, exports are asked for by the features that have the lists.
 */
const WITHOUT_CALLS = [
  'chat',
  'exports',
  'fleet',
  'guides',
  'ledger',
  'mail',
  'profile',
  'rotation',
  'status',
  'wallet',
];

/** Tables that two write, and why neither can ask the other. */
const SHARED = [
  // A rotation of SECRET_KEY encrypts values in every table that has some, by one statement for all; values in
  // JSON need statements of their own. What they say stays the same.
  'pay_instances: payments, rotation',
  'settings: rotation, settings',
  // The platform writes the entry inside of everybody's transaction; the feature chains it, which is
  // all the audit does.
  'audit_log: audit, platform',
  // What is too old is removed together with the days that it belongs to, by one job of traffic, which
  // lies below fleet.
  'line_probe_usage: nodes, traffic',
  'usage_batches: fleet, traffic',
  'usage_held: fleet, traffic',
  // A code is made where nodes are edited and used up where their agents join, in the transaction that
  // stores the agent.
  'node_enrolments: fleet, nodes',
  // The gate starts, touches and ends the caller's own session and imports no feature; accounts end others'.
  'sessions: accounts, gate',
  // An account's binding ends with its link, its password or its permission, and accounts lie below telegram.
  'telegram_codes: accounts, telegram',
  'telegram_requests: accounts, telegram',
  // Telegram writes whom an account is bound to; traffic lies below accounts, and notes who was active
  // while it rolls up.
  'users: accounts, telegram, traffic',
];

/** What is found beyond the exceptions, and exceptions that nothing needs any more. */
const beyond = (found: readonly string[], exceptions: readonly string[]): string[] => [
  ...found.filter((each) => !exceptions.includes(each)),
  ...exceptions.filter((each) => !found.includes(each)).map((each) => `${each} is an exception without need`),
];

const tables = tablesOf(readFileSync(join(root, 'packages/db/src/schema.generated.ts'), 'utf8'));

const terms = () => termsOf(readFileSync(join(root, 'docs/TERMS.md'), 'utf8'));

/** Every rule that `npm run check` reads from the code. */
export const codeRules: readonly CodeRule[] = [
  { name: 'imports go in allowed directions', problems: roomProblems },
  { name: 'imports between rooms never go in a circle', problems: circles },
  {
    name: 'features are called the same in contract, server and web',
    problems: (sources) => strangeFeatures(sources, [...Object.keys(calls), ...WITHOUT_CALLS]),
  },
  { name: 'a file does not pass on what another one has', problems: forwarders },
  { name: 'SQL stands in stores', problems: sqlOutsideStores },
  { name: 'a table is written by one feature', problems: (sources) => beyond(sharedTables(sources, tables), SHARED) },
  { name: 'every built call is asked for in a test of its feature', problems: () => untestedCalls(apiTestsOf) },
  {
    name: 'texts say the words of docs/TERMS.md',
    problems: (sources) => termProblems(productOf(sources), terms()),
  },
  { name: 'no text of the console stands in code', problems: (sources) => textsInPlace(productOf(sources)) },
  { name: 'tests wait for events, not for a time', problems: timesInTests },
  { name: 'tests that mock modules are *.mocked.test files', problems: misplacedMocks },
  { name: 'comments end at 120 characters', problems: longComments },
];
