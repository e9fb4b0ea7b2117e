import type { BuiltCall } from './call.ts';
import type { calls } from './index.ts';
import { paths } from './paths.generated.ts';

/**
 * A built call without its schemas: all that a browser needs to make it. `row` exists in types only, so that input and
 * answer keep the row's types while no page loads the schema library for a call.
 */
export interface CallRef<C extends BuiltCall = BuiltCall> {
  readonly path: string;
  readonly row?: C;
}

type Calls = typeof calls;

/** Every built call of a feature, by its name in the table. */
export type FeatureRefs<R> = {
  readonly [K in keyof R as R[K] extends BuiltCall ? K : never]: R[K] extends BuiltCall ? CallRef<R[K]> : never;
};

/** The calls of a feature as references. */
export const refsOf = <F extends keyof Calls>(feature: F): FeatureRefs<Calls[F]> =>
  Object.fromEntries(Object.entries(paths[feature]).map(([name, path]) => [name, { path }])) as unknown as FeatureRefs<
    Calls[F]
  >;
