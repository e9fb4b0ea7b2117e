import type { PayInstance } from '@skyport/contract/pay-instances';
import { type PayFieldName, payFieldNames } from '@skyport/contract/pay-kind';

/** The fields of every kind, empty. */
const blank = Object.fromEntries(payFieldNames.map((name) => [name, ''])) as Record<PayFieldName, string>;

/** A payment instance that is on and serves Alipay. */
export const payInstance: PayInstance = {
  _id: '01970000-0000-7000-8082-000000000001',
  name: 'epay_v1_k3j9x2m7qa',
  kind: 'epay_v1',
  label: '主通道',
  ...blank,
  gateway: 'https://pay.example.com/',
  pid: '1001',
  signKeyMode: 'plain',
  secrets: ['key'],
  fee_percent: 1.5,
  fee_fixed: 0.1,
  subject: '',
  window_minutes: 30,
  on: true,
  problem: '',
  modes: ['alipay', 'wxpay', 'urlscheme'],
  chosen: ['alipay', 'urlscheme'],
  has_trades: true,
  notify_url: 'https://skyport.example/api/pay/notify/epay_v1_k3j9x2m7qa/0123456789abcdef0123456789abcdef',
  version: 3,
  create_time: '2026-11-20T08:00:00.000Z',
};
