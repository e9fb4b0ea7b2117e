import type { TokenConfig, TokenDialect } from '../usdt-gateways/merchant.ts';

/**
 * Which of the interfaces of this family a gateway speaks: `v1` of epusdt and BEpusdt, or that of epusdt 2 (GMPay),
 * whose keys sign by HMAC or, as of old, by MD5.
 */
export type EpusdtRoute = 'v1' | 'gmpay' | 'gmpay_md5';

/** A merchant at a gateway of this family. */
export interface EpusdtConfig extends TokenConfig {
  readonly route: EpusdtRoute;
  /** Our number there; `v1` knows no merchants. */
  readonly pid: string;
  /** What is paid for, `{id}` being a short number of the trade; empty for our default text. */
  readonly subject: string;
}

/** How a merchant of this family signs. */
export const dialectOf = ({ route }: EpusdtConfig): TokenDialect => ({
  signature: 'signature',
  algorithm: route === 'gmpay' ? 'hmac-sha256' : 'md5',
  coin: /^[a-z0-9]{2,10}\.[a-z0-9-]{2,20}$/,
});

/** Who we are there: `v1` names no merchant. */
export const merchantNameOf = ({ route, pid }: EpusdtConfig): string => (route === 'v1' ? '' : pid);
