import type { BuiltCall } from '@skyport/contract/call';
import { defaultRules } from '@skyport/documents';
import type { z } from 'zod';

/** Everybody's password, as a page sends it. */
export const PASSWORD = '0'.repeat(64);

/** Texts of which one fits every text of the contract. */
const TEXTS: readonly string[] = [
  'abcdef',
  '',
  'person@example.com',
  PASSWORD,
  '019a0a0a-0000-7000-8000-000000000000',
  '2030-01-01T00:00:00.000Z',
  '2026-11-20',
  `SHA256:${'A'.repeat(43)}`,
  `h.${'A'.repeat(43)}`,
  '123456',
  'CN',
  'a'.repeat(32),
  `http://console.test/api/subscript/clash/019a0a0a-0000-7000-8000-000000000000/${'a'.repeat(32)}`,
];
const NUMBERS: readonly number[] = [1, 0, 10, 0.5, 1000];

/** The parts of zod's definitions that a sample is made by. */
interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
}

/** A value that a schema takes, with everything in it that may be left out too. */
const sampleOf = (schema: z.ZodType): unknown => {
  const def = schema.def as unknown as Def;
  if (def.shape) return Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, fieldOf(part)]));
  if (def.element) return [sampleOf(def.element)];
  if (def.innerType) return sampleOf(def.innerType);
  const values: readonly unknown[] = [...TEXTS, ...NUMBERS, true, ...optionsOf(schema), {}, []];
  return values.find((value) => schema.safeParse(value).success);
};

/** A field that nothing here fits is left out, where it may be. */
const fieldOf = (part: z.ZodType): unknown => {
  const value = sampleOf(part);
  return part.safeParse(value).success ? value : undefined;
};

const optionsOf = (schema: z.ZodType): readonly unknown[] => {
  const def = schema.def as unknown as Def & {
    readonly entries?: Readonly<Record<string, unknown>>;
    readonly values?: readonly unknown[];
  };
  if (def.options) return def.options.map(sampleOf);
  return def.values ?? Object.values(def.entries ?? {});
};

/** Where fields depend on each other, by path. */
const BY_HAND: Readonly<Record<string, object>> = {
  '/api/yunying/coupon/update_coupon': { traffixHaveLimitTime: false, type: 'freeUse', traffic: 1024, _id: undefined },
  '/api/admin/agents/update': { type: 'v2ray', ip: '203.0.113.9', _id: undefined, copy_of: undefined },
  '/api/admin/agent_line/update': { bridge: 'none', entryID: null, num: 1, _id: undefined },
  '/api/admin/entrys/update': { _id: undefined },
  '/api/admin/combo/update_combo': { permissionsGain: [], _id: undefined },
  '/api/admin/permissions/update': { _id: undefined },
  '/api/admin/agents/upgrade_agentserver': { ids: undefined },
  '/api/wallet/change_reward_adress': { network: 'ERC20', address: `0x${'0'.repeat(39)}1` },
  '/api/rules/save': { rules: defaultRules },
  '/api/rules/preview': { rules: defaultRules },
};

/** A body of a call as a page sends it. Throws when none is known: a new call may need one by hand. */
export const benignOf = (row: BuiltCall): Record<string, unknown> => {
  const sample = { ...(sampleOf(row.input) as Record<string, unknown>), ...BY_HAND[row.path] };
  const checked = row.input.safeParse(sample);
  if (!checked.success) throw new Error(`no benign body for ${row.path}: ${checked.error.message}`);
  return sample;
};
