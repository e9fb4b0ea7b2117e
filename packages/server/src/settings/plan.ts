import type { FieldProblem } from '@skyport/contract/field-refusal';
import { newSettingProblem, tidied } from '@skyport/contract/settings-formats';
import { outsideListSettings } from '@skyport/contract/outside-lists';
import { contradictionsIn, isGuarded } from '@skyport/contract/settings-rules';
import type { SettingName, Settings } from '@skyport/contract/settings-table';
import { addressProblem, endpointsProblem } from '../payments/index.ts';
import type { Env } from '../platform/env.ts';
import type { PaymentProviders } from '../platform/payment-providers.ts';
import { listAddressProblem } from '../rules/index.ts';
import { isSecret, type ShownSettings } from './rules.ts';
import { texts } from './texts.ts';

/** What somebody sends: settings to be changed, and secrets to be taken away. */
export interface WantedChange {
  readonly values: Partial<Settings>;
  readonly clear: readonly SettingName[];
}

/** What a change does to the settings as they are. */
export interface ChangePlan {
  /** Settings that get another value; a secret that is given counts as changed. */
  readonly changes: Partial<Settings>;
  readonly clear: readonly SettingName[];
  readonly names: readonly SettingName[];
}

const isChange = (name: SettingName, value: unknown, { values }: ShownSettings): boolean =>
  isSecret(name) ? value !== '' : value !== values[name];

/** What is really changed of what is wanted: a page may send every setting. */
export const planOf = (wanted: WantedChange, current: ShownSettings): ChangePlan => {
  const entries = Object.entries(wanted.values)
    .map(([name, value]) => [name as SettingName, tidied(name as SettingName, value)] as const)
    .filter(([name, value]) => value !== undefined && isChange(name, value, current));
  const given = entries.map(([name]) => name);
  const clear = wanted.clear.filter((name) => current.secrets.includes(name) && !given.includes(name));
  return { changes: Object.fromEntries(entries) as Partial<Settings>, clear, names: [...given, ...clear] };
};

/** The first thing that is wrong with a change, and at which field; undefined when it can be saved. */
export const planProblem = (
  { changes, clear, names }: ChangePlan,
  current: ShownSettings,
): FieldProblem<SettingName> | undefined => {
  for (const [name, value] of Object.entries(changes)) {
    const field = name as SettingName;
    const message = newSettingProblem(field, value);
    if (message !== undefined) return { field, message };
  }
  const has = (secret: SettingName): boolean =>
    secret in changes || (current.secrets.includes(secret) && !clear.includes(secret));
  return contradictionsIn({ values: { ...current.values, ...changes }, has }, names)[0];
};

const hostOf = (address: string): string => {
  const text = address.includes('://') ? address : `https://${address}`;
  return URL.parse(text)?.hostname ?? '';
};

/**
 * What is wrong with a domain for the agencies that is one of the site itself, by the configuration: everybody would be
 * taken for an agency's customer there.
 */
export const ownDomainProblem = (
  { changes }: ChangePlan,
  { PUBLIC_URL, DOMAINS }: Pick<Env, 'PUBLIC_URL' | 'DOMAINS'>,
): FieldProblem<SettingName> | undefined => {
  const wanted = hostOf(changes.agency_user_domain ?? '');
  const isOwn = wanted !== '' && [PUBLIC_URL, ...DOMAINS].some((address) => hostOf(address) === wanted);
  return isOwn ? { field: 'agency_user_domain', message: texts.ownDomain } : undefined;
};

/** What is wrong with the addresses at which USDT are received: money sent to a mistyped one is gone. */
export const receivingProblem = ({ changes }: ChangePlan): FieldProblem<SettingName> | undefined => {
  const message = addressProblem(changes.usdtpay ?? '');
  return message === undefined ? undefined : { field: 'usdtpay', message };
};

/** What is wrong with the address of a list from outside that is never asked. */
export const listProblem = (
  { changes }: Pick<ChangePlan, 'changes'>,
  { ALLOW_PRIVATE_NETWORKS }: Pick<Env, 'ALLOW_PRIVATE_NETWORKS'>,
): FieldProblem<SettingName> | undefined => {
  for (const { url: field } of Object.values(outsideListSettings)) {
    const message = listAddressProblem(changes[field] ?? '', ALLOW_PRIVATE_NETWORKS);
    if (message !== undefined) return { field, message };
  }
  return undefined;
};

/** Settings of endpoints, one for each chain. */
const NODES = ['usdt_trc20_nodes', 'usdt_erc20_nodes', 'usdt_bep20_nodes', 'usdt_polygon_nodes'] as const;

/** What is wrong with the endpoints of a chain: one that is never asked finds no payment. */
export const nodesProblem = (
  { changes }: Pick<ChangePlan, 'changes'>,
  { ALLOW_PRIVATE_NETWORKS }: Pick<Env, 'ALLOW_PRIVATE_NETWORKS'>,
): FieldProblem<SettingName> | undefined => {
  for (const field of NODES) {
    const message = endpointsProblem(changes[field] ?? '', ALLOW_PRIVATE_NETWORKS);
    if (message !== undefined) return { field, message };
  }
  return undefined;
};

/** What is wrong with an instance that is chosen for a way to pay: there is none, or it cannot be paid by it. */
export const channelProblem = (
  { changes }: Pick<ChangePlan, 'changes'>,
  payments: Pick<PaymentProviders, 'choiceProblem'>,
): FieldProblem<SettingName> | undefined => {
  for (const field of ['alipay', 'wxpay', 'usdt'] as const) {
    const wanted = changes[field] ?? '';
    const message = wanted === '' ? undefined : payments.choiceProblem(field, wanted);
    if (message !== undefined) return { field, message };
  }
  return undefined;
};

/** Whether a change asks for a step-up. */
export const needsStepUp = ({ names }: ChangePlan): boolean => names.some(isGuarded);
