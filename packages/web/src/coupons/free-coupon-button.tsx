import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { showToast } from '../ui/toasts.ts';
import { FreeCouponWindow } from './free-coupon.tsx';
import { texts } from './texts.ts';

/** Opens the window in which a trial coupon is redeemed; visitors are asked to log in. */
export const FreeCouponButton = (): ReactNode => {
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTicket size={18} />}
        onClick={() => (user ? setOpened(true) : showToast(texts.loginFirst, 'warning'))}
      >
        {texts.title}
      </Button>
      <FreeCouponWindow opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};
