import { UsdtNetwork, usdtNetworkNames } from '@skyport/contract/usdt-networks';

/*
 * The chains on which customers pay in USDT, with the one contract on each that is USDT. Every other contract can call
 * itself the same.
 */

/** How far below its newest block a chain is believed. */
export interface Finality {
  /** Asked first: the chain's own word for blocks that stay. */
  readonly tag?: 'finalized';
  /** Blocks above one that must stand before it is believed, where there is no such word. */
  readonly depth: number;
  /** Blocks that are read again at each look, some minutes of them: endpoints lose what is new, and delay it. */
  readonly lookBack: number;
}

/** One chain. */
export interface Network {
  readonly name: NetworkName;
  readonly kind: 'evm' | 'tron';
  /** Its name for people. */
  readonly label: string;
  /** USDT there, as the chain writes addresses. */
  readonly contract: string;
  readonly decimals: 6 | 18;
  /** EIP-155; on TRON the last four bytes of the first block's id. */
  readonly chainId: number;
  readonly finality: Finality;
  /** The chain makes no blocks faster, in ms: less than half of today's time, because upgrades shorten it. */
  readonly fastestBlockMs: number;
}

/** Every chain's name, the usual one first. */
export const networkNames = UsdtNetwork.options;
export type NetworkName = UsdtNetwork;

/** TRON's nodes say themselves which blocks are solid, about 20 below the newest one. */
const TRON: Network = {
  name: 'trc20',
  kind: 'tron',
  label: usdtNetworkNames.trc20,
  contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  decimals: 6,
  chainId: 0x2b6653dc,
  finality: { depth: 20, lookBack: 100 },
  fastestBlockMs: 1000,
};

const ETHEREUM: Network = {
  name: 'erc20',
  kind: 'evm',
  label: usdtNetworkNames.erc20,
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  decimals: 6,
  chainId: 1,
  // Its word for what stays comes after 13 minutes: longer than people wait at a window.
  finality: { depth: 12, lookBack: 60 },
  fastestBlockMs: 4000,
};

const BSC: Network = {
  name: 'bep20',
  kind: 'evm',
  label: usdtNetworkNames.bep20,
  contract: '0x55d398326f99059fF775485246999027B3197955',
  decimals: 18,
  chainId: 56,
  finality: { tag: 'finalized', depth: 15, lookBack: 240 },
  fastestBlockMs: 200,
};

const POLYGON: Network = {
  name: 'polygon',
  kind: 'evm',
  label: usdtNetworkNames.polygon,
  contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  decimals: 6,
  chainId: 137,
  finality: { tag: 'finalized', depth: 40, lookBack: 120 },
  fastestBlockMs: 500,
};

/** Every chain by its name. */
export const networks: Readonly<Record<NetworkName, Network>> = {
  trc20: TRON,
  erc20: ETHEREUM,
  bep20: BSC,
  polygon: POLYGON,
};
