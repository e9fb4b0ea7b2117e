import { join } from 'node:path';
import { root } from './run.ts';

/** What tools and tests look at of a page of the console. */
export interface ConsolePage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly built: boolean;
  /** `customer` is the group of the header; every other group belongs to the staff's menu. */
  readonly tab?: { readonly name: string; readonly group: string };
}

/**
 * The console's table of pages. It is loaded by its path, because it leads to components, whose types are checked with
 * the options of the console; nothing of a page itself is loaded.
 */
export const consolePages = (
  (await import(join(root, 'packages/web/src/app/pages.ts'))) as { readonly pages: readonly ConsolePage[] }
).pages;
