import { walletCalls } from '@skyport/contract/withdrawals';
import { sampleWallet } from '@skyport/web/withdrawals/testing';
import { choose, given, made, open } from './made.ts';
import type { Scene } from './scenes.ts';

const unset = { ...sampleWallet, address: '', addressType: '' as const, address_rests_until: null };
const resting = { ...sampleWallet, address_rests_until: '2026-11-22T06:30:00.000Z' };

/** Scenes of the wallet, and of what staff do about withdrawals. */
export const walletScenes: readonly Scene[] = [
  made('wallet', '/wallet', 'customer'),
  made('wallet-empty', '/wallet', 'customer', { weather: 'empty' }),
  made('wallet-loading', '/wallet', 'customer', { weather: 'loading' }),
  made('wallet-failing', '/wallet', 'customer', { weather: 'failing' }),
  made('wallet-withdraw', '/wallet', 'customer', { act: open('申请提现') }),
  made('wallet-unset', '/wallet', 'customer', { given: [given(walletCalls.myWallet, unset)] }),
  made('wallet-resting', '/wallet', 'customer', { given: [given(walletCalls.myWallet, resting)] }),
  made('wallet-address', '/wallet', 'customer', { act: open('修改收款地址') }),
  made('admin-charge-settle', '/admin_charge', 'admin', { act: open('结算') }),
  made('admin-charge-return', '/admin_charge', 'admin', { act: choose('退回') }),
  made('admin-charge-message', '/admin_charge', 'admin', { act: choose('留言') }),
  made('admin-charge-wallet', '/admin_charge', 'admin', { act: choose('钱包详情') }),
];
