import { PayMode, tradeModeNames } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { Facts } from '../ui/facts.tsx';
import { yuan } from '../ui/format.ts';
import { restOf } from './rules.ts';
import { SamplePage } from './sample-page.tsx';
import { sample, sampleTexts } from './sample-texts.ts';
import { texts } from './texts.ts';

const money = (amount: number): string => texts.yuan(yuan(amount));

const modes = [...new Set(PayMode.options.map((mode) => tradeModeNames[mode]))];

/** /checkout: what paying an order looks like, by sample data. */
export default function CheckoutPage(): ReactNode {
  return (
    <SamplePage title={sampleTexts.checkout} way={{ to: '/shop', label: texts.shop }}>
      <h2 className="sp-h2">{sample.desc}</h2>
      <Facts
        label={sample.desc}
        facts={[
          [texts.columns.money, money(sample.order_money)],
          [texts.fact.discount, texts.minus(money(sample.coupon_discount))],
          [texts.fact.wallet, texts.minus(money(sample.wallet_spend))],
          [sampleTexts.sum, <strong key="sum">{money(restOf(sample))}</strong>],
          [sampleTexts.modes, modes.join('、')],
        ]}
      />
    </SamplePage>
  );
}
