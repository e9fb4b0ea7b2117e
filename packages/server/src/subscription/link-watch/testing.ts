import { afterAll, beforeEach } from 'vitest';
import { SECOND_MS } from '../../platform/clock.ts';
import { createTestApp } from '../../testing.ts';
import { linkTools, type LinkFetch } from '../testing.ts';

/**
 * A panel for the tests of the file that calls this, with what they do with links. Each test has a second and networks
 * of its own: `block` is the third part of their addresses.
 */
export const setUpLinks = async () => {
  const app = await createTestApp();
  afterAll(() => app.close());
  const admin = await app.account({ type: 'admin' });
  let block = 0;
  beforeEach(() => {
    block += 1;
    app.clock.advance(SECOND_MS);
  });
  const tools = linkTools(app);
  /** Fetches a link from the first address of the test's own network, unless `options` say otherwise. */
  const get = (url: string, options: LinkFetch = {}) => tools.fetch(url, { address: `10.9.${block}.1`, ...options });
  return { app, admin, ...tools, get, block: () => block };
};
