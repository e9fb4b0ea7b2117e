import { nodesCalls } from '@skyport/contract/nodes';
import { usersCalls } from '@skyport/contract/users';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../api/index.ts';
import type { TabPage } from '../menu.ts';
import { findLines, findNodes, findPages, findSettings, findUsers, MOST_FINDS, type FindGroup } from './finds.ts';
import { texts } from './texts.ts';

/** Pause after the last key before the server is asked, in milliseconds. */
const SEARCH_MS = 250;

/** The most characters that the server searches accounts by. */
const MOST_CHARACTERS = 64;

/** What a search has found so far. */
export interface Finds {
  readonly groups: readonly FindGroup[];
  readonly busy: boolean;
  readonly failed: boolean;
}

/**
 * Finds pages at once, and accounts, nodes and lines by the calls of their lists. A list is asked only where its page
 * is among the viewer's.
 */
export const useFinds = (pages: readonly TabPage[], typed: string): Finds => {
  const search = typed.trim();
  const [asked] = useDebouncedValue(search, SEARCH_MS);
  const mayOpen = (path: string): boolean => pages.some((page) => page.path === path);
  const options = (path: string) => ({ silent: true, enabled: asked !== '' && mayOpen(path) });
  const nodes = useCall(nodesCalls.list, {}, options('/admin_agents'));
  const lines = useCall(nodesCalls.lineList, {}, options('/admin_agentLines'));
  const wanted = { number: MOST_FINDS, filterStr: asked.slice(0, MOST_CHARACTERS) };
  const users = useCall(usersCalls.userlist, wanted, options('/admin_userlist'));
  const reads = [nodes, lines, users];
  // Answers to an earlier search are still there while the next one is asked.
  const found = asked === search && asked !== '' && !users.isPlaceholderData ? users.data?.users : undefined;
  const groups = [
    { name: texts.kinds.pages, finds: findPages(pages, search) },
    { name: texts.kinds.nodes, finds: findNodes(nodes.data, search) },
    { name: texts.kinds.lines, finds: findLines(lines.data, nodes.data, search) },
    { name: texts.kinds.users, finds: findUsers(found) },
    { name: texts.kinds.settings, finds: mayOpen('/admin_config') ? findSettings(search) : [] },
  ];
  return {
    groups: groups.filter(({ finds }) => finds.length > 0),
    busy: asked !== search || reads.some(({ isFetching }) => isFetching),
    failed: reads.some(({ isError }) => isError),
  };
};
