import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

// The window and what it is made of are fetched when it opens for the first time.
const FreeCouponWindow = lazy(() => import('./free-coupon.tsx'));

/** Opens the window in which a trial coupon is redeemed; visitors are asked to log in. */
export const FreeCouponButton = (): ReactNode => {
  const { user } = useSession();
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTicket size={18} />}
        onClick={() => (user ? setOpened(true) : showToast(texts.loginFirst, 'warning'))}
      >
        {texts.title}
      </Button>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <FreeCouponWindow opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
};
