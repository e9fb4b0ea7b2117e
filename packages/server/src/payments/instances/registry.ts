import { PayMode, tradeModeNames } from '@skyport/contract/orders';
import { payKindOf } from '@skyport/contract/pay-kinds';
import type { Db } from '@skyport/db';
import type { Log } from '../../platform/log.ts';
import type { PaymentProvider, PaymentProviders } from '../../platform/payment-providers.ts';
import { watchCopy } from '../../platform/watched-copy.ts';
import { holdInstances, instancesVersion, listInstances } from './instance-store.ts';
import { makeInstance, notifyUrlOf, type MadeInstance, type MakingDeps } from './made.ts';
import { instanceTexts as texts } from './texts.ts';

/** Names for people of what is no provider. */
const OWN = { balance: '余额', manual: '人工收款' } as const;

const isOwn = (instance: string): instance is keyof typeof OWN => Object.hasOwn(OWN, instance);

/** The setting that chooses who serves a way to pay: Alipay's app is opened by whoever serves Alipay. */
export const settingOf = { alipay: 'alipay', urlscheme: 'alipay', wxpay: 'wxpay', usdt: 'usdt' } as const;

/** What belongs to the program itself beside the instances of the operator. */
export interface OwnProviders {
  /** Providers that a setting chooses by their names, such as the watched addresses of `usdt`. */
  readonly chosen: readonly PaymentProvider[];
  /** Who serves a way to pay for which nobody is chosen: tests and the demo. */
  readonly otherwise: ReadonlyMap<PayMode, PaymentProvider>;
}

/** The payment providers with a life: they watch what is stored until they are stopped. */
export interface LivingProviders extends PaymentProviders {
  stop(): void;
}

type RegistryDeps = MakingDeps & { readonly db: Db; readonly log: Pick<Log, 'warn'> };

const servesIt = (provider: PaymentProvider, mode: PayMode, network: string): boolean =>
  // One that knows no networks would make another trade of each.
  provider.serves?.(mode, network) ?? (network === '' || provider.networks !== undefined);

/** Why an instance cannot be chosen for a way to pay. */
const problemOf = ({ row, lacks }: MadeInstance, mode: PayMode): string | undefined => {
  if (!payKindOf(row.kind)?.modes.includes(mode)) return texts.cannot(row.label, tradeModeNames[mode]);
  if (!row.is_on) return texts.off(row.label);
  return lacks === undefined ? undefined : texts.unusable(row.label, lacks);
};

/** The payment providers of this installation: the operator's instances, and what belongs to the program. */
export const createRegistry = async (deps: RegistryDeps, own: OwnProviders): Promise<LivingProviders> => {
  const madeOnes = async (db: Db): Promise<ReadonlyMap<string, MadeInstance>> =>
    new Map((await listInstances(db)).map((row) => [row.name, makeInstance(deps, row)]));
  const copy = await watchCopy({
    version: () => instancesVersion(deps.db),
    read: () => madeOnes(deps.db),
    log: deps.log,
    what: 'payment instances',
  });
  const ownOnes = new Map([...own.otherwise.values(), ...own.chosen].map((each) => [each.instance, each]));
  const chosenOnes = new Map(own.chosen.map((each) => [each.instance, each]));
  const known = (instance: string): PaymentProvider | undefined =>
    copy.current().get(instance)?.provider ?? ownOnes.get(instance);
  const serving = (mode: PayMode, network: string): PaymentProvider | undefined => {
    const name = deps.settings.current()[settingOf[mode]];
    const asked = name === '' ? own.otherwise.get(mode) : (copy.current().get(name)?.provider ?? chosenOnes.get(name));
    return asked && servesIt(asked, mode, network) ? asked : undefined;
  };
  const choiceProblemOf = (made: MadeInstance | undefined, mode: PayMode, name: string): string | undefined => {
    if (made) return problemOf(made, mode) ?? (notifyUrlOf(deps, name) === '' ? texts.noAddress : undefined);
    const isOfOwn = mode === 'usdt' && chosenOnes.has(name);
    return isOfOwn ? undefined : texts.gone;
  };
  return {
    modes: () => PayMode.options.filter((mode) => serving(mode, '') !== undefined),
    serving,
    known,
    labelOf: (instance) => (isOwn(instance) ? OWN[instance] : (known(instance)?.label ?? texts.removed)),
    choiceProblem: (mode, name) => choiceProblemOf(copy.current().get(name), mode, name),
    hold: async (trx) => {
      await holdInstances(trx);
      const held = await madeOnes(trx);
      return { choiceProblem: (mode, name) => choiceProblemOf(held.get(name), mode, name) };
    },
    sharing: (instance) => {
      const account = copy.current().get(instance)?.row.account ?? null;
      if (account === null) return [instance];
      return [...copy.current().values()].flatMap(({ row }) => (row.account === account ? [row.name] : []));
    },
    refresh: copy.refresh,
    stop: copy.stop,
  };
};
