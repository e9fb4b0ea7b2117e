import { z } from 'zod';
import { access, call } from './call.ts';
import { evmAddress, tronHex } from './chain-addresses.ts';
import { field } from './form.ts';
import { Done, Nothing } from './shapes.ts';
import { Id, Instant, Trimmed, YuanAmount } from './units.ts';
import { withdrawalStates } from './withdrawal-states.ts';

/** How an account is paid out: the coin and its network. */
export const addressTypes = ['USDT-ERC20', 'USDT-TRC20'] as const;
export type AddressType = (typeof addressTypes)[number];

/** Rows that each list of a wallet shows at most. */
export const MOST_WALLET_ROWS = 1000;

/** Whether a text is an address of the network, down to the check that each has in itself (EIP-55, base58check). */
export const isPayoutAddress = (type: AddressType, text: string): boolean =>
  (type === 'USDT-ERC20' ? evmAddress(text) : tronHex(text)) !== undefined;

/** What is said of an address that is none of its network. */
export const addressProblems: Readonly<Record<AddressType, string>> = {
  'USDT-ERC20': '不是有效的 ERC20 地址：应为 0x 开头的 42 位，请检查大小写和位数',
  'USDT-TRC20': '不是有效的 TRC20 地址：应为 T 开头的 34 位，请检查大小写和位数',
};

/** A payout address as it is typed. */
export const PayoutForm = z
  .object({
    addressType: field('网络', z.enum(addressTypes)),
    address: field('收款地址', Trimmed(64).min(1, '请填写收款地址')),
  })
  .check(({ value, issues }) => {
    if (!isPayoutAddress(value.addressType, value.address))
      issues.push({
        code: 'custom',
        path: ['address'],
        input: value.address,
        message: addressProblems[value.addressType],
      });
  });
export type PayoutForm = z.output<typeof PayoutForm>;

/** An amount in USDT, with at most 3 decimals. */
const UsdtAmount = z.number().nonnegative();
/** Empty until an address was set. */
const MaybeType = z.enum([...addressTypes, '']);

/** What of a wallet can be withdrawn, and why the rest cannot. */
export const WalletParts = z.object({
  /** Everything in it. */
  money: YuanAmount,
  withdrawable: YuanAmount,
  /** Money that is no rebate. */
  other: YuanAmount,
  /** Rebates that still wait, and when the next of them has waited long enough; null when none waits. */
  waiting: YuanAmount,
  waiting_until: Instant.nullable(),
  /** Rebates of orders that staff look into. */
  flagged: YuanAmount,
  /** Set aside for a withdrawal that is not settled. */
  withdrawing: YuanAmount,
});
export type WalletParts = z.output<typeof WalletParts>;

/** A wallet as its owner sees it. */
export const Wallet = WalletParts.extend({
  addressType: MaybeType,
  address: z.string(),
  /** Until then nothing is withdrawn, because the address was changed; null once that is over. */
  address_rests_until: Instant.nullable(),
  min_charge_money: YuanAmount,
  /** Days that a rebate waits. */
  hold_days: z.number().int().nonnegative(),
  /** Yuan for a USDT, and what the withdrawable money is in it, rounded down. */
  exchange_rate: z.number().positive(),
  usdt: UsdtAmount,
});
export type Wallet = z.output<typeof Wallet>;

/** A withdrawal as its owner sees it. */
export const ChargeRequest = z.object({
  _id: Id,
  money: YuanAmount,
  usdt: UsdtAmount,
  exchange_rate: z.number().positive(),
  addressType: z.enum(addressTypes),
  address: z.string(),
  status: z.enum(withdrawalStates),
  msg: z.string(),
  requestTime: Instant,
  /** When it was settled or given back; null before. */
  paidTime: Instant.nullable(),
  /** Of the payout, where whoever settled it has said it. */
  txid: z.string(),
  /** What the wallet had once the money was set aside. */
  left: YuanAmount,
});
export type ChargeRequest = z.output<typeof ChargeRequest>;

/** Something that took money out of a wallet, or put it back. */
export const SpendRecord = z.object({
  _id: z.string(),
  /** Above 0 it was spent, below it came. */
  spendMoney: z.number(),
  desc: z.string(),
  time: Instant,
  left: YuanAmount,
});
export type SpendRecord = z.output<typeof SpendRecord>;

/** What somebody saw who asked for a withdrawal. */
const Shown = z.object({
  money: YuanAmount,
  usdt: UsdtAmount.max(1e12),
  addressType: z.enum(addressTypes),
  address: Trimmed(64),
});

export const walletCalls = {
  myWallet: call({
    path: '/api/wallet/mywallet',
    access: access.customer,
    rate: 'read',
    summary: 'Balance, what of it can be withdrawn and why not the rest, payout address and the smallest withdrawal.',
    input: Nothing,
    output: Wallet,
    fails: [],
  }),
  chargeList: call({
    path: '/api/wallet/charge_list',
    access: access.customer,
    rate: 'read',
    summary: 'Withdrawals of the account, newest first; at most 1,000.',
    input: Nothing,
    output: z.array(ChargeRequest),
    fails: [],
  }),
  spendList: call({
    path: '/api/wallet/spend_list',
    access: access.customer,
    rate: 'read',
    summary:
      'Wallet money spent, given back and credited, but for rebates and withdrawals, newest first; at most 1,000.',
    input: Nothing,
    output: z.array(SpendRecord),
    fails: [],
  }),
  changeRewardAdress: call({
    path: '/api/wallet/change_reward_adress',
    access: access.customerStrict,
    rate: 'change',
    stepUp: 'always',
    summary: 'Sets the payout address, of which the owner is told; nothing is withdrawn for 24 hours.',
    input: PayoutForm,
    output: Done,
    fails: [],
  }),
  makeCharge: call({
    path: '/api/wallet/make_charge',
    access: access.customerStrict,
    rate: 'change',
    summary:
      'Asks for the whole withdrawable balance to be paid out; 1012 says why not. With `shown`, 1109 when it is something else by now.',
    input: z.object({ shown: Shown.optional() }),
    output: ChargeRequest,
    fails: ['withdrawalRefused', 'conflict'],
  }),
} as const;
