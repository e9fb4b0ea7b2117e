import { execFileSync } from 'node:child_process';

/**
 * Agents' tables in the packet filter that belong to a data directory, as nft writes them. They are read in one step:
 * agents of other tests come and go meanwhile.
 */
export const tablesOf = (dataDir: string): string[] =>
  `\n${execFileSync('nft', ['list', 'ruleset'], { encoding: 'utf8' })}`
    .split('\ntable inet ')
    .filter((text) => text.startsWith('skyport_') && text.includes(`"${dataDir}"`));
