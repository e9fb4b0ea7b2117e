import type { FleetSimulator, Victim } from './fleet-simulator.ts';

/** A node and what its customers had before it was taken over. */
interface Robbed {
  readonly attack: { readonly name: string };
  readonly victim: Victim;
  readonly before: readonly number[];
}

/** What undoing would return of one business day. */
interface UndoDay {
  readonly day: string;
}

/**
 * Undoes everything that a node reported from a business day on; gives where its customers have not what
 * they had before.
 */
export const undoDays = async (
  { scene, left }: Pick<FleetSimulator, 'scene' | 'left'>,
  { attack, victim, before }: Robbed,
  from: string,
): Promise<string[]> => {
  const id = victim.node.id;
  const preview = (await scene.save('agents/undo_preview', { id })) as unknown as { readonly days: readonly UndoDay[] };
  const days = preview.days.map(({ day }) => day).filter((day) => day >= from);
  try {
    if (days.length > 0) await scene.save('agents/undo_reports', { id, days, reason: '节点曾被接管' });
  } catch (fault) {
    return [`«${attack.name}» could not be undone: ${fault instanceof Error ? fault.message : String(fault)}`];
  }
  const after = await Promise.all(victim.users.map(left));
  return after.flatMap((bytes, at) =>
    bytes === before[at]
      ? []
      : [`after «${attack.name}» was undone somebody has ${bytes - before[at]!} bytes too many`],
  );
};
