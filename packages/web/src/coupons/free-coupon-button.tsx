import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../accounts/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { windowFailed } from '../ui/plain-window.tsx';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';

// The window and what it is made of are fetched when it opens for the first time.
const FreeCouponWindow = lazyPart(() => import('./free-coupon.tsx'));

/** Opens the window in which a trial coupon is redeemed; visitors are asked to log in. `main`: the next thing to do. */
export const FreeCouponButton = ({ main = false }: { main?: boolean }): ReactNode => {
  const { user } = useSession();
  const [opened, setOpened] = useState<boolean>();
  const close = (): void => setOpened(false);
  return (
    <>
      <Button
        variant={main ? 'filled' : 'default'}
        size={main ? 'md' : 'sm'}
        leftSection={<IconTicket size={18} />}
        onClick={() => (user ? setOpened(true) : showToast(texts.loginFirst, 'warning'))}
      >
        {texts.title}
      </Button>
      {opened !== undefined && (
        <Arriving failed={windowFailed({ opened, onClose: close, title: texts.title })}>
          <FreeCouponWindow opened={opened} onClose={close} />
        </Arriving>
      )}
    </>
  );
};
