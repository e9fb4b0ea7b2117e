import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first wrong field of a form once its answer is there: a busy button loses the focus. */
export const useFocusOnProblem = (problem: unknown, busy: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem, busy]);
  return form;
};
