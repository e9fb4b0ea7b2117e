import { type RefObject, useEffect, useState } from 'react';
import { useSmallDesk } from '../use-phone.ts';

/** What a table has room for. */
interface Room {
  /** There is more to the right, out of sight. */
  readonly hasMore: boolean;
  /** Buttons of the rows would lie over columns on this small desk. */
  readonly tight: boolean;
}

/** Measures a box that scrolls sideways. What was tight once stays so: with fewer buttons the same columns may fit. */
export const useRoom = (box: RefObject<HTMLElement | null>): Room => {
  const [hasMore, setHasMore] = useState(false);
  const [wasTight, setWasTight] = useState(false);
  const isSmall = useSmallDesk();
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const isCut = element.scrollWidth - element.clientWidth - element.scrollLeft > 1;
      setHasMore(isCut);
      if (isCut && isSmall) setWasTight(true);
    };
    // The box keeps its size while its content grows: both are watched.
    const observer = new ResizeObserver(measure);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box, isSmall]);
  return { hasMore, tight: isSmall && wasTight };
};
