import { zhMessage } from '@skyport/contract/zod-message';
import { z } from 'zod';

/**
 * What is wrong with a form's values, in Chinese, by field; empty when nothing is. Only the first problem of a field.
 */
export const problemsOf = (schema: z.ZodType, values: unknown): Record<string, string> => {
  const result = schema.safeParse(values);
  const problems: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    const [name] = issue.path;
    // Without a path the sentence does not repeat the field's name, which stands above the input anyway.
    if (typeof name === 'string') problems[name] ??= zhMessage(new z.ZodError([{ ...issue, path: [] }]));
  }
  return problems;
};
