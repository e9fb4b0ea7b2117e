import type { ReactNode } from 'react';
import { OrderFacts } from './order-facts.tsx';
import { SamplePage } from './sample-page.tsx';
import { sample, sampleTexts as texts } from './sample-texts.ts';

/** /orderinfo: what an order looks like, by sample data. */
export default function OrderInfoPage(): ReactNode {
  return (
    <SamplePage title={texts.info} way={{ to: '/order', label: texts.toOrders }}>
      <h2 className="sp-h2">{sample.desc}</h2>
      <OrderFacts order={sample} />
    </SamplePage>
  );
}
