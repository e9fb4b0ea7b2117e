import { type RefObject, useEffect, useState } from 'react';
import { useSmallDesk } from '../use-phone.ts';

/** What a table has room for. */
interface Room {
  /** There is more to the right, out of sight. */
  readonly hasMore: boolean;
  /** The columns are wider than the table. */
  readonly cut: boolean;
  /** Buttons of the rows would lie over columns on this small desk. */
  readonly tight: boolean;
}

interface Measured {
  readonly hasMore: boolean;
  readonly width: number;
  /** The widest box in which columns were cut. With joined columns the same ones fit: it never gets less. */
  readonly cutAt: number;
}

const unmeasured: Measured = { hasMore: false, width: 0, cutAt: -1 };

const measured = (known: Measured, { scrollWidth, clientWidth, scrollLeft }: HTMLElement): Measured => {
  const beyond = scrollWidth - clientWidth;
  const hasMore = beyond - scrollLeft > 1;
  const cutAt = beyond > 1 ? Math.max(known.cutAt, clientWidth) : known.cutAt;
  const isSame = known.hasMore === hasMore && known.width === clientWidth && known.cutAt === cutAt;
  return isSame ? known : { hasMore, width: clientWidth, cutAt };
};

/** Measures a box that scrolls sideways. */
export const useRoom = (box: RefObject<HTMLElement | null>): Room => {
  const [{ hasMore, width, cutAt }, setMeasured] = useState(unmeasured);
  const isSmall = useSmallDesk();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setMeasured((known) => measured(known, element));
    // The box keeps its size while its content grows: both are watched.
    const observer = new ResizeObserver(measure);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  const cut = width <= cutAt;
  return { hasMore, cut, tight: cut && isSmall };
};
