import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { hasLines } from './settings-formats.ts';
import { rowOf, secretNames, settingNames } from './settings-rules.ts';
import type { SettingName, SettingRow, Settings } from './settings-table.ts';
import { Id, Instant, TextOf } from './units.ts';
import { Nothing } from './shapes.ts';

const bareOf = (row: SettingRow): z.ZodType => {
  if (row.kind === 'flag') return z.boolean();
  return row.kind === 'number' ? z.number() : TextOf(row.maxLength);
};

/** Bounds and formats are asked by the handler, which says at which field it refused. */
const schemaOf = (row: SettingRow): z.ZodType =>
  field(row.label, bareOf(row), {
    ...(row.kind === 'number' && row.unit !== '' && { unit: row.unit }),
    ...(row.kind === 'secret' && { secret: true }),
    ...(hasLines(row) && { multiline: true }),
  });

type Shape = { readonly [K in SettingName]: z.ZodType<Settings[K], Settings[K]> };

const shape = Object.fromEntries(settingNames.map((name) => [name, schemaOf(rowOf(name))])) as unknown as Shape;

/** Every setting as the page shows and sends it; secrets are empty texts. */
export const SettingsForm = z.object(shape);

const version = z.number().int().nonnegative();
const SecretName = z.enum(secretNames as [SettingName, ...SettingName[]]);

/** Every setting, with the version that a change has to name and the secrets that are set. */
export const SettingsState = SettingsForm.extend({ version, secrets: z.array(SecretName) });
export type SettingsState = z.infer<typeof SettingsState>;

/** One setting that was changed; a secret is `{secret}`: none, set or changed. */
const ChangedSetting = z.object({ name: z.string(), before: z.unknown(), after: z.unknown() });
export type ChangedSetting = z.infer<typeof ChangedSetting>;

/** One saved change. */
export const SettingsChange = z.object({
  _id: Id,
  /** Version that it made; null where it is not known. */
  version: version.nullable(),
  /** Version of the change that it took back. */
  undoes: version.nullable(),
  time: Instant,
  /** E-mail of who saved it; empty when that account is gone. */
  by: z.string(),
  changes: z.array(ChangedSetting),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** What can be tried out: sending a mail, the bot, the place of images, and the endpoints of chains. */
export const TestedPart = z.enum(['mail', 'telegram', 'files', 'usdt']);
export type TestedPart = z.infer<typeof TestedPart>;

/**
 * Why a test failed: nothing is set, nobody answered, the log-in or the request was refused, an endpoint cannot be
 * used, or something else.
 */
export const TestProblem = z.enum(['off', 'unreachable', 'login', 'refused', 'endpoints', 'other']);
export type TestProblem = z.infer<typeof TestProblem>;

/** What a test found. */
export const TestOutcome = z.object({
  problem: TestProblem.nullable(),
  /** Where it went (an address, a bot's name, a store, hosts), or the reason in words; never a secret. */
  detail: z.string(),
});
export type TestOutcome = z.infer<typeof TestOutcome>;

export const settingsCalls = {
  get: call({
    path: '/api/admin/config/get',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'All settings; secrets as empty texts.',
    input: Nothing,
    output: SettingsState,
    fails: [],
  }),
  setConfig: call({
    path: '/api/admin/config/set_config',
    access: access.admin,
    rate: 'change',
    audit: 'settings',
    stepUp: 'sometimes',
    summary: 'Saves settings; what is left out and an empty secret keep what is stored. Refused when `version` is old.',
    input: SettingsForm.partial().extend({
      version: version.optional(),
      /** Secrets that are taken away. */
      clear: z.array(SecretName).max(secretNames.length).default([]),
      /** Version of the change that this one takes back. */
      undoes: version.optional(),
    }),
    output: SettingsState,
    fails: ['conflict'],
  }),
  history: call({
    path: '/api/admin/config/history',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'Saved changes of the settings, newest first; `total` counts all.',
    input: z.object({
      limit: z.number().int().min(1).max(200).default(50),
      skip: z.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({ changes: z.array(SettingsChange), total: z.number().int().nonnegative() }),
    fails: [],
  }),
  test: call({
    path: '/api/admin/config/test',
    access: access.admin,
    rate: 'change',
    audit: 'settings',
    summary:
      'Tries out the saved settings: sends a mail to the caller, asks the bot its name, stores and removes a file, or asks every endpoint of a chain what the watcher of USDT asks.',
    input: z.object({ part: TestedPart }),
    output: TestOutcome,
    fails: [],
  }),
} as const;
