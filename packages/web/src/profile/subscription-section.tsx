import type { ReactNode } from 'react';
import { ResetButton, subscriptionTexts, useSubscriptions } from '../subscription/index.ts';
import { Section } from '../ui/section.tsx';
import { texts } from './texts.ts';

/** Replaces the subscription link, after a question. */
export const SubscriptionSection = (): ReactNode => {
  const { reset } = useSubscriptions();
  return (
    <Section title={texts.subscription.title} hint={texts.subscription.hint}>
      <div>
        <ResetButton label={subscriptionTexts.reset} reset={reset} />
      </div>
    </Section>
  );
};
