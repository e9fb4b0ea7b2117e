import { z } from 'zod';
import { access, call } from './call.ts';
import { chargeTitles } from './charge-columns.ts';
import { field } from './form.ts';
import { exportedColumns, ExportTicket } from './list-export.ts';
import { ChangeName, Done } from './shapes.ts';
import { Id, Instant, Line, SearchLine, Trimmed, YuanAmount } from './units.ts';
import { ChargeRequest, WalletParts } from './withdrawals.ts';
import { chainStates, withdrawalStates } from './withdrawal-states.ts';

/** A withdrawal as staff see it. */
export const Charge = ChargeRequest.omit({ left: true }).extend({
  uid: Id,
  email: z.string(),
  /** The account is disabled. */
  disabled: z.boolean(),
  /** An order whose rebate is part of it is looked into: it cannot be settled. */
  flagged: z.boolean(),
  /** What the chain says of the payout. */
  chain: z.enum(chainStates),
});
export type Charge = z.output<typeof Charge>;

/** The wallet of an account as staff see it. */
export const StaffWallet = WalletParts.extend({
  uid: Id,
  email: z.string(),
  addressType: z.string(),
  address: z.string(),
  /** When the address was set; null without one. */
  address_changed: Instant.nullable(),
});
export type StaffWallet = z.output<typeof StaffWallet>;

const Message = field('留言', Line(200), { help: '用户在钱包页面可以看到' });
const ONE_CHARGE = { charge_id: Id };

/** Which withdrawals: those in one state, and whose account, payout address or transaction contains a text. */
export const ChargeFilter = z.object({
  status: z.enum(withdrawalStates).optional(),
  filterStr: SearchLine(254).default(''),
});
export type ChargeFilter = z.output<typeof ChargeFilter>;

/** Part of the calls of wallets: what staff do about withdrawals. */
export const chargeCalls = {
  adminChargeList: call({
    path: '/api/admin/charge/charge_list',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary:
      'Withdrawals, or those in one state or whose account, address or transaction contains a text: open ones first, the longest wait first; then the newest of the others; at most 1,000.',
    input: ChargeFilter,
    output: z.array(Charge),
    fails: [],
  }),
  exportCharges: call({
    path: '/api/admin/charge/export',
    access: access.admin,
    rate: 'change',
    audit: 'export',
    summary: 'Asks for all withdrawals that match as a file. 1109 while another export of the caller runs.',
    input: ChargeFilter.extend({ columns: exportedColumns(chargeTitles) }),
    output: ExportTicket,
    fails: ['conflict'],
  }),
  checkoutCharge: call({
    path: '/api/admin/charge/checkout_charge',
    access: access.admin,
    rate: 'change',
    audit: 'withdrawal',
    stepUp: 'always',
    summary:
      'Settles a withdrawal, perhaps with the id of its transaction, which is then looked up on its chain. 1109 when it is settled or returned, is the caller’s own, or an order behind it is looked into.',
    input: z.object({
      ...ONE_CHARGE,
      txid: field('交易哈希', Trimmed(66).default(''), {
        help: '打款的链上交易哈希，可以不填；填写后系统会在链上核对',
      }),
    }),
    output: Done,
    fails: ['notFound', 'conflict', 'invalidPayload'],
  }),
  returnCharge: call({
    path: '/api/admin/charge/return_charge',
    access: access.admin,
    rate: 'change',
    audit: 'withdrawal',
    stepUp: 'always',
    summary:
      'Gives the money of a withdrawal back to its wallet, with a message that says why. 1109 when it is decided.',
    input: z.object({ ...ONE_CHARGE, msg: field('退回原因', Line(200).min(1, '请填写原因')) }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
  chargeMessage: call({
    path: '/api/admin/charge/message',
    access: access.admin,
    rate: 'change',
    audit: 'withdrawal',
    summary: 'Leaves a message on a withdrawal, in place of the one before.',
    input: z.object({ ...ONE_CHARGE, msg: Message }),
    output: Done,
    fails: ['notFound'],
  }),
  adminWallet: call({
    path: '/api/admin/charge/wallet',
    access: access.admin,
    rate: 'read',
    audit: 'none',
    summary: 'The wallet of an account.',
    input: z.object({ uid: Id }),
    output: StaffWallet,
    fails: ['notFound'],
  }),
  markWithdrawable: call({
    path: '/api/admin/charge/mark_withdrawable',
    access: access.admin,
    rate: 'change',
    audit: 'wallet',
    stepUp: 'always',
    summary:
      'Makes money of a wallet that is no rebate withdrawable. 1109 when the wallet has less of it. The same `change` does so once; 1109 with another amount or reason.',
    input: z.object({
      uid: Id,
      money: field('金额', YuanAmount.positive('请填写大于 0 的金额').max(1_000_000), { unit: '元' }),
      reason: field('原因', Line(200).min(1, '请填写原因')),
      /** Names this very change: sent again, it is not made twice. */
      change: ChangeName,
    }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
