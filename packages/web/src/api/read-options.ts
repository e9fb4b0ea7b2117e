import type { BuiltCall, Input, Output } from '@skyport/contract/call';
import type { Query, QueryClient } from '@tanstack/react-query';
import { callServer } from './client.ts';
import { forSamePerson, personNow } from './person.ts';

/** Whose an answer is: one person's, by number, or the same for everybody. */
export type Owner = number | 'everybody';

/** Key of a read: the call's path, then its input; changes invalidate by path prefix. */
export const callKey = (row: BuiltCall, input?: unknown): readonly unknown[] =>
  input === undefined ? [row.path] : [row.path, input];

/** Reads again what is kept of these calls, with any input; resolves when that is there. */
export const readAgain = (client: QueryClient, rows: readonly BuiltCall[]): Promise<unknown> =>
  Promise.all(rows.map((row) => client.invalidateQueries({ queryKey: callKey(row) })));

/** Key and question of a read, as the cache wants them. The answer is kept under its owner. */
export const readOptions = <C extends BuiltCall>(row: C, input: Input<C>, owner: Owner) => ({
  queryKey: [...callKey(row, input), { owner }],
  queryFn: (): Promise<Output<C>> => {
    const ask = () => callServer(row, input);
    return owner === 'everybody' ? ask() : forSamePerson(ask);
  },
});

const ownerOf = ({ queryKey }: Pick<Query, 'queryKey'>): unknown => (queryKey.at(-1) as { owner?: unknown }).owner;

/** Whether a kept answer is everybody's. */
export const isEverybodys = (query: Pick<Query, 'queryKey'>): boolean => ownerOf(query) === 'everybody';

/** Whether a kept answer is that of a person who is gone. */
export const isSomebodyElses = (query: Pick<Query, 'queryKey'>): boolean => {
  const owner = ownerOf(query);
  return typeof owner === 'number' && owner !== personNow();
};
