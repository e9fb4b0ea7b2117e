import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { texts } from './toast-texts.ts';
import { closeToast, shownToasts, watchToasts, type ShownToast } from './toasts.ts';
import './toasts.css';

/** Every toast, at the top right; light in both schemes. */
export const ToastList = (): ReactNode => {
  const toasts = useSyncExternalStore(watchToasts, shownToasts);
  return (
    <div className="sp-toasts" role="region" aria-label={texts.list}>
      {toasts.map((one) => (
        <Toast key={one.id} toast={one} />
      ))}
    </div>
  );
};

/** One toast: goes away after its time, which stands still while somebody points at it or has the focus in it. */
const Toast = ({ toast: { id, text, ms, kind } }: { toast: ShownToast }): ReactNode => {
  const [held, setHeld] = useState(false);
  const left = useRef(ms);
  useEffect(() => {
    if (held) return undefined;
    const since = Date.now();
    const timer = setTimeout(() => closeToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - since;
    };
  }, [held, id]);
  const hold = (): void => setHeld(true);
  const letGo = (): void => setHeld(false);
  return (
    <div
      className="sp-toast"
      data-kind={kind}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <span>{text}</span>
      <button type="button" aria-label={texts.close} onClick={() => closeToast(id)}>
        ×
      </button>
    </div>
  );
};
