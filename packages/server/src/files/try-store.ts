import { buffer } from 'node:stream/consumers';
import type { Deps } from '../platform/deps.ts';
import { fixedSettings } from '../platform/settings-reader.ts';
import { createStores, type Blobs, type StoreName } from './blobs.ts';

/** Why a place for images does not work. */
export interface StoreFault {
  /** Status of the object store's answer; undefined when there was none. */
  readonly status?: number;
  /** A code, never a text of others: an answer may quote the request. */
  readonly reason: string;
}

/** What a request to a store failed with. */
export const storeFaultOf = (problem: unknown): StoreFault => {
  const { code, status, cause } = problem as { code?: unknown; status?: unknown; cause?: unknown };
  if (status === undefined && code === undefined && typeof cause === 'object' && cause !== null)
    return storeFaultOf(cause);
  const parts = [typeof status === 'number' ? String(status) : '', typeof code === 'string' ? code : ''];
  const reason = parts.join(' ').replaceAll(/[^A-Za-z0-9 _-]/g, '');
  return { ...(typeof status === 'number' && { status }), reason: reason.trim().slice(0, 60) || 'unknown' };
};

const tryBlobs = async (blobs: Blobs, name: string): Promise<StoreFault | undefined> => {
  const bytes = Buffer.from(name);
  try {
    await blobs.put(name, bytes, 'text/plain');
    const found = await blobs.open(name);
    const same = found !== undefined && bytes.equals(await buffer(found));
    await blobs.remove(name);
    return same ? undefined : { status: 200, reason: 'different' };
  } catch (problem) {
    return storeFaultOf(problem);
  }
};

/** Stores a small file where new images go, reads it and removes it, with the settings as they are saved now. */
export const tryStore = async ({
  db,
  env,
  ids,
  settings,
}: Pick<Deps, 'db' | 'env' | 'ids' | 'settings'>): Promise<{ store: StoreName; fault?: StoreFault }> => {
  const saved = await settings.fresh(db);
  const stores = createStores({ env, settings: fixedSettings(saved) });
  const store = stores.chosen();
  const fault = await tryBlobs(stores.of(store), `${ids.next().replaceAll('-', '')}.txt`);
  return { store, ...(fault && { fault }) };
};
