import { toast } from './toasts.ts';

/** Toasts of copying. */
export const copyTexts = {
  done: toast('已复制到剪切板', 2000),
  failed: toast('复制失败', 2000),
} as const;
