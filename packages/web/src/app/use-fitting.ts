import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/**
 * How many tabs stand in this row, `most` at most, so that nothing lies over anything else. It is measured, because
 * names of sites and addresses of accounts are as long as they are: one tab after the other goes until the row fits.
 */
export const useFitting = (row: RefObject<HTMLElement | null>, most: number): number => {
  // An object, so that the row is measured anew after each change of its size, whatever the count was: a row that was
  // hidden until now fitted any.
  const [{ count }, setFitting] = useState({ count: most });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each render may be wider; the effect stops once the row fits
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    if (scrollWidth > clientWidth && count > 0) setFitting({ count: count - 1 });
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => setFitting({ count: most }));
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, most]);
  return count;
};
