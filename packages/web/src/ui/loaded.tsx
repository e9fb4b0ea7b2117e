import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonTexts as texts } from './common-texts.ts';

/** Shows what a read gave; grey bars while it is under way, a way to try again when it failed. */
export const Loaded = <T,>({
  of,
  children,
  height = 120,
  alone = false,
}: {
  of: UseQueryResult<T>;
  children: (data: T) => ReactNode;
  height?: number;
  /** It is in no card: where it failed, it says so in one of its own. */
  alone?: boolean;
}): ReactNode => {
  if (of.data !== undefined) return children(of.data);
  if (of.isError) {
    const failed = <Failed retry={() => void of.refetch()} />;
    return alone ? <div className="sp-card">{failed}</div> : failed;
  }
  return <Waiting height={height} />;
};

/** Grey bars in the place of what is being fetched. `height` in px. */
export const Waiting = ({ height }: { height: number }): ReactNode => (
  <Skeleton height={height} radius={10} role="status" aria-label={texts.loading} />
);

/** A failed part of a page; the button stands beside what it is about, however wide the page is. */
export const Failed = ({ retry }: { retry: () => void }): ReactNode => (
  <div className="sp-row" style={{ columnGap: 16 }}>
    <span className="sp-dim">{texts.failed}</span>
    <Button variant="default" onClick={retry}>
      {texts.retry}
    </Button>
  </div>
);
