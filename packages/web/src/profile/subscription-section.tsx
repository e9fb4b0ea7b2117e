import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { resetQuestion, subscriptionTexts, useSubscriptions } from '../subscription/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { Section } from '../ui/section.tsx';
import { texts } from './texts.ts';

/** Replaces the subscription link, after a question. */
export const SubscriptionSection = (): ReactNode => {
  const { reset } = useSubscriptions();
  const { ask, dialog } = useConfirm();
  return (
    <Section title={texts.subscription.title} hint={texts.subscription.hint}>
      <div>
        <Button
          color="red"
          variant="light"
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => ask(resetQuestion(reset))}
        >
          {subscriptionTexts.reset}
        </Button>
      </div>
      {dialog}
    </Section>
  );
};
