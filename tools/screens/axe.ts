import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Scene } from './scenes.ts';
import type { Staged } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core says of one rule. */
interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Rules that the scheme of a page matters to. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Serious violations of what is in front: the window or menu that is open, else the page. Nothing is fetched anew. */
const seriousIn = async (page: Page, rules: object = {}): Promise<readonly string[]> => {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules });
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document.querySelector('[role$="dialog"], [role="menu"]') ?? document, ${options})
      .then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
};

/** Whoever cannot see well can use what is on the stage: serious violations by axe-core, a sentence each. */
export const violationsOf = async ({ page }: Staged): Promise<readonly string[]> => {
  await page.evaluate(AXE);
  return seriousIn(page);
};

/** The same of its colours in the dark, once it was looked at in the light. */
export const violationsInTheDark = async ({ page, rest }: Staged, scene: Scene): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  if (!scene.served) await page.waitForSelector('html[data-mantine-color-scheme="dark"]');
  await rest();
  return seriousIn(page, COLOURS);
};
