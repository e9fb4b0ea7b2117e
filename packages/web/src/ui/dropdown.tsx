import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import classes from './dropdown.module.css';

interface DropdownProps {
  /** The button that opens it. */
  readonly target: ReactElement<{ onClick?: (event: MouseEvent<HTMLElement>) => void }>;
  /** Items, labels and dividers. */
  readonly children: ReactNode;
  /** Width in pixels. */
  readonly width?: number;
  /** The edge it shares with its button. */
  readonly align?: 'start' | 'end';
  /** Asked before it opens; false keeps it closed. */
  readonly mayOpen?: () => boolean;
  /** Stays open when an item is chosen. */
  readonly stays?: boolean;
}

/** A menu below a button. Closes on a click elsewhere, on Escape, on Tab, and when the page moves under it. */
export const Dropdown = ({ target, mayOpen, ...menu }: DropdownProps): ReactNode => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const toggle = (event: MouseEvent<HTMLElement>): void => {
    if (anchor) setAnchor(undefined);
    else if (mayOpen?.() ?? true) setAnchor(event.currentTarget);
  };
  const button = { onClick: toggle, 'aria-haspopup': 'menu', 'aria-expanded': anchor !== undefined };
  return (
    <>
      {cloneElement(target, button)}
      {anchor &&
        createPortal(<MenuPanel {...menu} anchor={anchor} close={() => setAnchor(undefined)} />, document.body)}
    </>
  );
};

interface PanelProps extends Omit<DropdownProps, 'target' | 'mayOpen'> {
  readonly anchor: HTMLElement;
  readonly close: () => void;
}

const ITEM = '[role^="menuitem"]:not([disabled])';
const GAP = 6;
const MARGIN = 8;

const MenuPanel = ({ anchor, close, children, width = 200, align = 'start', stays = false }: PanelProps): ReactNode => {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (panel.current) place(panel.current, anchor, { width, align });
  });
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>(ITEM)?.focus({ preventScroll: true });
    const held = panel.current;
    return () => {
      if (document.activeElement === document.body || held?.contains(document.activeElement)) anchor.focus();
    };
  }, [anchor]);
  useCloseOutside(panel, anchor, close);
  const choose = (event: MouseEvent): void => {
    event.stopPropagation();
    if (!stays && event.target instanceof Element && event.target.closest(ITEM)) close();
  };
  return (
    <div
      ref={panel}
      role="menu"
      tabIndex={-1}
      className={classes.menu}
      style={{ width }}
      onClick={choose}
      onKeyDown={(event) => onKey(event, close)}
    >
      {children}
    </div>
  );
};

/** Below its button, or above where there is more room, and never outside the window. */
const place = (
  panel: HTMLElement,
  anchor: HTMLElement,
  { width, align }: { readonly width: number; readonly align: 'start' | 'end' },
): void => {
  const at = anchor.getBoundingClientRect();
  const left = align === 'start' ? at.left : at.right - width;
  panel.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
  const below = window.innerHeight - at.bottom - GAP - MARGIN;
  const above = at.top - GAP - MARGIN;
  const up = below < panel.scrollHeight && above > below;
  panel.style.maxHeight = `${up ? above : below}px`;
  panel.style.top = up ? 'auto' : `${at.bottom + GAP}px`;
  panel.style.bottom = up ? `${window.innerHeight - at.top + GAP}px` : 'auto';
};

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const onKey = (event: KeyboardEvent<HTMLElement>, close: () => void): void => {
  event.stopPropagation();
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    return close();
  }
  const step = STEPS[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)];
  if (!step || items.length === 0) return undefined;
  event.preventDefault();
  return items[step(items.indexOf(document.activeElement as HTMLElement), items.length)]?.focus();
};

const useCloseOutside = (
  panel: { readonly current: HTMLElement | null },
  anchor: HTMLElement,
  close: () => void,
): void => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const away = (event: Event): void => {
      const inside =
        event.target instanceof Node && (panel.current?.contains(event.target) || anchor.contains(event.target));
      if (!inside) latest.current();
    };
    // The event of a scroll that ended before the click comes late; only what moves the button closes the menu.
    const opened = anchor.getBoundingClientRect();
    const moved = (): void => {
      const now = anchor.getBoundingClientRect();
      if (now.top !== opened.top || now.left !== opened.left) latest.current();
    };
    document.addEventListener('pointerdown', away, true);
    window.addEventListener('scroll', moved, true);
    window.addEventListener('resize', moved);
    return () => {
      document.removeEventListener('pointerdown', away, true);
      window.removeEventListener('scroll', moved, true);
      window.removeEventListener('resize', moved);
    };
  }, [panel, anchor]);
};
