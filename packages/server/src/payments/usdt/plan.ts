import type { Settings } from '@skyport/contract/settings-table';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { readAddresses, type ReceivingAddresses } from './addresses.ts';
import type { Place } from './deposit-store.ts';
import type { Endpoint } from './endpoint.ts';
import { networkNames, type NetworkName } from './networks.ts';

/** What the settings say about receiving USDT. */
export interface UsdtPlan {
  /** Whether customers can pay so. */
  readonly isOn: boolean;
  /** Where USDT is received; none when the setting cannot be read. */
  readonly addresses: ReceivingAddresses;
  readonly endpoints: Readonly<Record<NetworkName, readonly Endpoint[]>>;
  /** Yuan a USDT, with 4 decimals. */
  readonly rate: number;
  /** For how long a payment is asked for, in ms. */
  readonly payableMs: number;
  /** Pause between two looks at a chain, in ms. */
  readonly intervalMs: number;
}

/** Decimals of a rate in whole numbers. */
const RATE_UNIT = 10_000;

/** The key behind a `#`, as it was typed where it is no encoding of anything. */
const keyIn = (hash: string): string => {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
};

/** Endpoints of a setting, between blanks: addresses, each with the key behind a `#` that is sent as a header. */
export const endpointsIn = (text: string): readonly Endpoint[] =>
  text
    .split(/\s+/)
    .map((part) => URL.parse(part))
    .filter((url) => url !== null)
    .map((url) => {
      const key = keyIn(url.hash.slice(1));
      url.hash = '';
      return { url: url.href, ...(key && { key }) };
    });

/** What the settings say about receiving USDT. */
export const planOf = (settings: Settings): UsdtPlan => {
  const addresses = readAddresses(settings.usdtpay);
  return {
    isOn: settings.usdt === 'usdt',
    addresses: 'why' in addresses ? new Map() : addresses,
    endpoints: {
      trc20: endpointsIn(settings.usdt_trc20_nodes),
      erc20: endpointsIn(settings.usdt_erc20_nodes),
      bep20: endpointsIn(settings.usdt_bep20_nodes),
      polygon: endpointsIn(settings.usdt_polygon_nodes),
    },
    rate: Math.max(1, Math.round(settings.exchange_rate * RATE_UNIT)) / RATE_UNIT,
    payableMs: settings.usdtCheckTime * MINUTE_MS,
    intervalMs: settings.usdtCheckInterval * SECOND_MS,
  };
};

/** Addresses at which USDT is received and that somebody can watch, the usual chain first. */
export const receivingPlaces = ({ isOn, addresses, endpoints }: UsdtPlan): readonly Place[] =>
  networkNames.flatMap((network) => {
    const address = addresses.get(network);
    return isOn && address !== undefined && endpoints[network].length > 0 ? [{ network, address }] : [];
  });
