import { z } from 'zod';

/** Chains on which USDT is received. */
export const UsdtNetwork = z.enum(['trc20', 'erc20', 'bep20', 'polygon']);
export type UsdtNetwork = z.output<typeof UsdtNetwork>;

/** Their names for people. */
export const usdtNetworkNames: Readonly<Record<UsdtNetwork, string>> = {
  trc20: 'TRC20 (TRON)',
  erc20: 'ERC20 (Ethereum)',
  bep20: 'BEP20 (BSC)',
  polygon: 'Polygon',
};
