import { calls } from '@skyport/contract';
import type { BuiltCall } from '@skyport/contract/call';
import type { TestApp } from '@skyport/server/testing-app';
import { z } from 'zod';

/** Faults that the prover must notice. */
export const sabotages = {
  'slow-pattern': 'a text without a bound meets a pattern that takes the square of its length',
  unchecked: 'the input of a call reaches its handler as it was sent',
  squared: 'the entries of a list are compared with each other one by one',
  kept: 'a call keeps everything that it was ever sent',
} as const satisfies Record<string, string>;
export type Sabotage = keyof typeof sabotages;

/** The call that each of them is planted in. */
export const targets: Readonly<Record<Sabotage, string>> = {
  'slow-pattern': calls.notices.hostGet.path,
  unchecked: calls.coupons.redeem.path,
  squared: calls.coupons.delete.path,
  kept: calls.notices.hostGet.path,
};

const kept: unknown[] = [];

/** Brings a fault into the product of this process; what is given back takes it out again. */
export const sabotage = (app: TestApp, fault: Sabotage): (() => void) => {
  const loose = (input: z.ZodType, row: BuiltCall): (() => void) => {
    const { input: before } = row;
    Object.assign(row, { input });
    return () => void Object.assign(row, { input: before });
  };
  switch (fault) {
    case 'slow-pattern': {
      const text = z.string().refine((typed) => !/\s+$/.test(`${typed.repeat(4)}.`));
      return loose(z.object({ not_in_the_contract: text.optional() }), calls.notices.hostGet);
    }
    case 'unchecked':
      return loose(z.any(), calls.coupons.redeem);
    case 'squared': {
      const list = z
        .array(z.any())
        .refine((all) => all.every((one, at) => !all.some((other, i) => i < at && one === other)));
      return loose(z.object({ id_list: list }), calls.coupons.delete);
    }
    case 'kept': {
      const { hostGet } = app.gate.handlers.notices;
      const keep: typeof hostGet = (input, context, deps) => {
        kept.push(Buffer.alloc(2_000_000, 1));
        return hostGet(input, context, deps);
      };
      Object.assign(app.gate.handlers.notices, { hostGet: keep });
      return () => {
        kept.length = 0;
        Object.assign(app.gate.handlers.notices, { hostGet });
      };
    }
  }
};
