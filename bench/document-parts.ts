import { savedUs } from './document-parts/alternate.ts';
import { aroundParts } from './document-parts/around.ts';
import { pureParts } from './document-parts/pure.ts';
import { readParts } from './document-parts/reads.ts';
import { servedUs } from './document-parts/served.ts';
import { neat, type Bench } from './measure.ts';
import { startRig } from './rig.ts';

const SUBSCRIBERS = 20_000;
/** Pairs of runs, and seconds of each load. */
const FULL = { pairs: 10, rounds: 5, seconds: 3 } as const;
const QUICK = { pairs: 2, rounds: 1, seconds: 1 } as const;

/** Share of a document's processor time that a part must save, or it goes (ADR 12). */
const WORTH = 0.03;

/**
 * What each optimisation of the subscription path saves a document, in processor time: the product's way beside a plain
 * one on the same input, or one sort of request beside another on the same panel.
 */
export const documentParts: Bench = async ({ quick, say }) => {
  const { pairs, rounds, seconds } = quick ? QUICK : FULL;
  const saved: Record<string, number> = {};
  const note = (name: string, us: number): void => {
    saved[name] = us;
    say(`${name}: ${us.toFixed(2)} µs`);
  };
  const around = aroundParts();
  for (const part of [...(await pureParts()), ...around.parts]) note(part.name, await savedUs(part, pairs));
  around.close();
  const rig = await startRig({ subscribers: SUBSCRIBERS });
  try {
    const { parts, close } = readParts(rig.panel.databaseUrl, rig.subscribers);
    for (const part of parts) note(part.name, (await savedUs(part, pairs)) / part.documents);
    await close();
    const served = await servedUs(rig, { rounds, seconds, say });
    const us = (name: string): number => served[name] ?? 0;
    note('documents are compressed', us('plain') - us('cold'));
    note('long documents are compressed', us('longPlain') - us('longCold'));
    note('links do not go through the router', us('routed') - us('cold'));
    note('documents of users who ask again are cached', us('cold') - us('warm'));
    const shares = Object.fromEntries(Object.entries(saved).map(([name, each]) => [name, neat(each / us('cold'))]));
    const small = Object.entries(shares).flatMap(([name, share]) => (share < WORTH ? [name] : []));
    return { ratios: shares, figures: { documentUs: neat(us('cold')), servedUs: served, savedUs: saved, small } };
  } finally {
    await rig.stop();
  }
};
