import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lazyPart } from '../ui/lazy-part.ts';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';
import type { Subscriptions } from './use-subscriptions.ts';

const LinkWatch = lazyPart(() => import('./link-watch.tsx'));

/** The link to 谁在用我的订阅, and its window. It is part of the address, because notifications lead there. */
export const WatchLink = ({ subscriptions }: { subscriptions: Subscriptions }): ReactNode => {
  const [params, setParams] = useSearchParams();
  const close = (): void => {
    const rest = new URLSearchParams(params);
    rest.delete('links');
    setParams(rest, { replace: true });
  };
  return (
    <>
      <Link to="?links=1" replace>
        {texts.watch}
      </Link>
      <Window opened={params.has('links')} onClose={close} title={texts.watch} size="md">
        <LinkWatch reset={subscriptions.reset} />
      </Window>
    </>
  );
};
