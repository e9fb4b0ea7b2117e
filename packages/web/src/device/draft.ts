import type { z } from 'zod';

/** What is kept of unsaved work under a key of the tab's storage; undefined for none, or for what nobody can read. */
export const readDraft = <S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined => {
  try {
    const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
};

/** Keeps unsaved work in the tab's storage, or with undefined nothing any more. */
export const writeDraft = (key: string, draft: object | undefined): void => {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
    else sessionStorage.removeItem(key);
  } catch {
    // Without room or permission the changes live as long as the page.
  }
};
