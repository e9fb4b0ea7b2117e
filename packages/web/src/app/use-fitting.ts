import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/**
 * How many tabs stand in this row, `most` at most, so that nothing lies over anything else. It is measured, because
 * names of sites and addresses of accounts are as long as they are: one tab after the other goes until the row fits.
 */
export const useFitting = (row: RefObject<HTMLElement | null>, most: number): number => {
  const [count, setCount] = useState(most);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- whatever was drawn anew may be wider; it ends when the row fits
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    if (scrollWidth > clientWidth && count > 0) setCount(count - 1);
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => setCount(most));
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, most]);
  return count;
};
