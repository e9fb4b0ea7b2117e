import { payKindOf } from '@skyport/contract/pay-kinds';
import { consoleBase } from '../../mail/index.ts';
import { isPrivateAddress } from '../../platform/addresses.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { PaymentProvider, PaymentTerms } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import { kindOf } from '../kinds/kinds.ts';
import { notifyPathOf } from '../notify.ts';
import type { InstanceRow } from './instance-store.ts';
import { decryptInstance } from './secret-fields.ts';
import { instanceTexts as texts } from './texts.ts';

/** What instances are made with. */
export type MakingDeps = Pick<Deps, 'clock' | 'secrets' | 'settings' | 'env'>;

/** An instance as a provider. */
export interface MadeInstance {
  readonly row: InstanceRow;
  readonly provider: PaymentProvider;
  /** What it lacks to be used, as a Chinese sentence; undefined when nothing. */
  readonly lacks: string | undefined;
}

const withoutSlash = (address: string): string => address.trim().replace(/\/+$/, '');

/** Where gateways reach us, without a slash at the end. */
const notifyBase = ({ settings, env }: MakingDeps): string => {
  const current = settings.current();
  return withoutSlash(current.notify_url) || consoleBase(env, current);
};

/** Where a gateway notifies an instance; empty while we know no address of ours that it could reach. */
export const notifyUrlOf = (deps: MakingDeps, name: string): string => {
  const base = notifyBase(deps);
  const isInside = isPrivateAddress(URL.parse(base)?.hostname ?? '');
  return isInside && !deps.env.ALLOW_PRIVATE_NETWORKS ? '' : `${base}${notifyPathOf(deps.secrets, name)}`;
};

/** Where customers come back to who bought at a host: what a request says of it only selects one of our own. */
export const returnUrlOf = ({ settings, env }: Pick<MakingDeps, 'settings' | 'env'>, host = ''): string => {
  const current = settings.current();
  const base = URL.parse(current.return_url)?.origin ?? consoleBase(env, current, host);
  return `${base}/pay/return`;
};

const partsOf = (deps: MakingDeps, name: string): KindParts => ({
  clock: deps.clock,
  http: createOutgoing({ allowPrivate: deps.env.ALLOW_PRIVATE_NETWORKS }),
  get notifyUrl() {
    return notifyUrlOf(deps, name);
  },
  get returnUrl() {
    return returnUrlOf(deps);
  },
});

const termsOf = ({ fee_ppm, fee_fixed, window_minutes }: InstanceRow): PaymentTerms => ({
  feePpm: fee_ppm,
  feeFixed: fee_fixed,
  windowMs: window_minutes * MINUTE_MS,
});

/** One of a kind that this program does not know: trades of it keep their name. */
const unknownKind = (row: InstanceRow): MadeInstance => ({
  row,
  provider: {
    instance: row.name,
    label: row.label,
    serves: () => false,
    ask: () => Promise.reject(new Error(`this program knows no kind ${row.kind}`)),
  },
  lacks: texts.unknownKind,
});

/** The account at a provider that an instance takes money for; null while its fields name none. */
export const accountOf = (
  { secrets }: Pick<MakingDeps, 'secrets'>,
  row: Pick<InstanceRow, 'name' | 'kind' | 'config' | 'secrets'>,
): string | null => kindOf(row.kind)?.account(decryptInstance({ label: '', subject: '', ...row }, secrets)) ?? null;

/** A stored instance as a provider, which serves when it is switched on, lacks nothing, and can be notified. */
export const makeInstance = (deps: MakingDeps, row: InstanceRow): MadeInstance => {
  const [kind, shown] = [kindOf(row.kind), payKindOf(row.kind)];
  if (!kind || !shown) return unknownKind(row);
  const parts = partsOf(deps, row.name);
  const decrypted = decryptInstance(row, deps.secrets);
  const lost = Object.keys(row.secrets).some((name) => decrypted.values[name as keyof typeof decrypted.values] === '');
  const lacks = lost ? texts.secretLost : kind.lacks(decrypted, parts);
  const made = kind.make(decrypted, parts);
  const provider: PaymentProvider = {
    ...made,
    ask: (request, signal) => made.ask({ ...request, returnUrl: returnUrlOf(deps, request.host) }, signal),
    terms: termsOf(row),
    serves: (mode, network) =>
      row.is_on && lacks === undefined && network === '' && shown.modes.includes(mode) && parts.notifyUrl !== '',
  };
  return { row, provider, lacks };
};
