import { payKindOf, type PayKindName } from '@skyport/contract/pay-kinds';
import { alipayBy } from './alipay.ts';
import { epayV1 } from './epay-v1.ts';
import { epayV2 } from './epay-v2.ts';
import { epusdt } from './epusdt.ts';
import type { InstanceKind } from './kind.ts';
import { stripe } from './stripe.ts';
import { tokenpay } from './tokenpay.ts';
import { wechatBy } from './wechat.ts';

const kinds: Readonly<Record<PayKindName, InstanceKind>> = {
  epay_v1: epayV1,
  epay_v2: epayV2,
  stripe,
  epusdt,
  tokenpay,
  alipay_f2f: alipayBy('f2f'),
  alipay_page: alipayBy('page'),
  alipay_wap: alipayBy('wap'),
  wechat_native: wechatBy('native'),
  wechat_h5: wechatBy('h5'),
};

/** The kind of a name as it is stored; undefined where this program knows none of it. */
export const kindOf = (name: string): InstanceKind | undefined => payKindOf(name) && kinds[name as PayKindName];
