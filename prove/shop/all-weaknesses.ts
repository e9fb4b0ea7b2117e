import { killWeaknesses } from './kill-weaknesses.ts';
import { monthWeaknesses } from './month-weaknesses.ts';
import { paymentWeaknesses } from './payment-weaknesses.ts';
import { providerWeaknesses } from './provider-weaknesses.ts';
import { usdtWeaknesses } from './usdt-weaknesses.ts';
import type { Weakness } from './weakness.ts';
import { weaknesses } from './weaknesses.ts';

/** Every weakness by name. */
export const allWeaknesses: Readonly<Record<string, Weakness>> = {
  ...weaknesses,
  ...killWeaknesses,
  ...paymentWeaknesses,
  ...providerWeaknesses,
  ...usdtWeaknesses,
  ...monthWeaknesses,
};

/** A weakness by its name. Throws for a name that does not exist. */
export const weaknessOf = (name: string): Weakness => {
  const weakness = Object.hasOwn(allWeaknesses, name) ? allWeaknesses[name] : undefined;
  if (!weakness) throw new Error(`there is no weakness ${name}`);
  return weakness;
};
