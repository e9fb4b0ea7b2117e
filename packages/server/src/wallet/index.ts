export { intoWallet, outOfWallet, sumOf, takenFrom, type WalletSplit } from './split.ts';
export { readWallet } from './store.ts';
