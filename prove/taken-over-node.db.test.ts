import { createScene } from '@skyport/server/fleet/testing/scene';
import { expect, test } from 'vitest';
import { attackFleet } from './taken-over-node.ts';
import { attacks } from './taken-over/attacks.ts';
import { simulateFleet } from './taken-over/fleet-simulator.ts';

/** A handful of attacks that need no large answers. */
const CHOSEN = [
  'forged volume within a second',
  'a customer whom the node never served',
  'a customer who was removed hours ago',
  'strangers between honest rows',
  'sums beyond what a number holds',
];

test('a taken-over node takes no more than the bounds allow, undo returns it, and a planted weakness is seen', async () => {
  const scene = await createScene();
  const chosen = attacks.filter(({ name }) => CHOSEN.includes(name));
  expect(chosen).toHaveLength(CHOSEN.length);
  const fleet = await simulateFleet(scene, chosen.length);
  try {
    const day = { attacks: chosen, hours: 2, say: () => undefined };
    expect(await attackFleet(fleet, day)).toEqual([]);
    const failures = await attackFleet(fleet, { ...day, hours: 1, sabotage: 'removals-remembered-for-ever' });
    expect(failures.join()).toContain('from somebody whom the node does not serve');
  } finally {
    await fleet.stop();
  }
});
