import type { calls } from '@skyport/contract';
import type { HandlersOf } from '../platform/deps.ts';

/** A handler for every built row: a missing one does not compile. */
export type Handlers = { readonly [F in keyof typeof calls]: HandlersOf<(typeof calls)[F]> };
