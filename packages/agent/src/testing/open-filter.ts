import type { PanelFilter } from '../panel-filter.ts';

/** A filter that is off and stays off. */
export const openFilter: PanelFilter = {
  state: () => ({ networks: [], active: false, problem: '' }),
  admit: () => undefined,
  called: () => undefined,
  keep: async () => undefined,
};
