import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../testkit/browser.ts';
import { violationsInTheDark, violationsOf } from '../tools/screens/axe.ts';
import { scenes, type Scene } from '../tools/screens/scenes.ts';
import { serveConsole } from '../tools/screens/serve.ts';
import { type Size, SIZES, stage } from '../tools/screens/stage.ts';
import type { Prover } from './prover.ts';

/** Each so-manieth scene of a quick run. */
const QUICK = 10;

/** Makes all text hard to read. */
const PALE = '* { color: #999 !important; background: #aaa !important; }';

interface Look {
  readonly scene: Scene;
  readonly size: Size;
}

const lookAt = async (
  { browser, base, isPale }: { readonly browser: Browser; readonly base: string; readonly isPale: boolean },
  look: Look,
): Promise<string[]> => {
  const staged = await stage(browser, base, { ...look, scheme: 'light' });
  if (isPale) {
    await staged.page.addStyleTag({ content: PALE });
    await sleep(100);
  }
  const light = await violationsOf(staged);
  const dark = await violationsInTheDark(staged, look.scene);
  await staged.close();
  const place = `${look.scene.name}, ${look.size}`;
  return [
    ...staged.problems.map((fault) => `${place}: ${fault}`),
    ...light.map((fault) => `${place}, light: ${fault}`),
    ...dark.map((fault) => `${place}, dark: ${fault}`),
  ];
};

/** Every scene of the built console, with made-up answers, read by axe-core. */
export const accessOfAll: Prover = {
  claim: 'axe-core finds no serious violation in any scene of the console, at every size, light and dark',
  sabotages: { pale: 'all text is grey on grey' },
  needs: { packages: ['chromium', 'fonts'], console: true },
  prove: async ({ quick, sabotage }, say) => {
    const served = await serveConsole();
    const browser = await openBrowser();
    const chosen = scenes.filter((_, at) => !quick || at % QUICK === 0);
    const looks = chosen.flatMap((scene) => (Object.keys(SIZES) as Size[]).map((size): Look => ({ scene, size })));
    const around = { browser, base: served.base, isPale: sabotage === 'pale' };
    const failures: string[] = [];
    try {
      for (const look of looks) {
        const found = await lookAt(around, look);
        say(`${look.scene.name}, ${look.size}: ${found.length === 0 ? 'clean' : found.join('; ')}`);
        failures.push(...found);
      }
    } finally {
      await browser.close();
      await served.close();
    }
    return { runs: looks.length * 2, failures };
  },
};
