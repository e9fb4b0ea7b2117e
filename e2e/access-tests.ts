import { describe, expect, test } from 'vitest';
import { violationsInTheDark, violationsOf } from '../tools/screens/axe.ts';
import { isFirstOfRoute, type Scene } from '../tools/screens/scenes.ts';
import { setUpStage } from '../tools/screens/set-up-stage.ts';
import type { Size } from '../tools/screens/stage.ts';

const sizeOf = ({ viewer }: Scene): Size => (viewer === 'admin' ? 'desk' : 'phone');

/**
 * Tests that axe-core finds no serious violation in these scenes, in the dark only in the first one of each route. The
 * answers are made up; the console is the built one.
 */
export const testAccess = (chosen: readonly Scene[]): void => {
  const look = setUpStage();
  // Two pages at a time, because a page mostly waits.
  describe.concurrent('accessibility', () => {
    // Customers mostly use a phone, staff a desk.
    test.each(chosen.map((scene) => [scene.name, scene] as const))('%s has no serious violation', async (_, scene) => {
      const staged = await look(scene, sizeOf(scene));
      const light = await violationsOf(staged);
      const dark = isFirstOfRoute(scene) ? await violationsInTheDark(staged, scene) : [];
      await staged.close();
      expect([...staged.problems, ...light, ...dark.map((violation) => `in the dark: ${violation}`)]).toEqual([]);
    });
  });
};
