import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import type { FileRoutes } from '../platform/file-route.ts';
import { blobOf, createStores } from './blobs.ts';
import { createDecode } from './decode.ts';
import { maySee, partsOfName } from './rules.ts';
import { findStored, insertUse, listViewers, lockTakeable, removeUse } from './store.ts';
import { uploadImage } from './upload.ts';

export { diskBlobs } from './disk.ts';
export { filesJobs } from './jobs.ts';
export { s3LargeFiles, type LargeFiles } from './s3.ts';
export { storeFaultOf, tryStore } from './try-store.ts';

/** The feature behind the gate's upload and download. */
export const createFileRoutes = (deps: Deps): FileRoutes => {
  const stores = createStores(deps);
  const decode = createDecode(deps.log);
  return {
    upload: (request) => uploadImage({ deps, stores, decode }, request),
    download: async (filename, askViewer) => {
      const parts = partsOfName(filename);
      const file = parts && (await findStored(deps.db, parts));
      if (!file) return undefined;
      const viewers = await listViewers(deps.db, file.id);
      const isPrivate = viewers.length > 0;
      if (isPrivate && !maySee(viewers, await askViewer())) return undefined;
      const { name, contentType } = blobOf(file);
      const body = await stores.of(file.store).open(name);
      return body && { contentType, bytes: file.bytes, body, isPrivate };
    },
  };
};

/** An image that something is to use. */
interface TakenImage {
  readonly filename: string;
  readonly userId: string;
  readonly usedBy: string;
  readonly viewer?: string;
  /** Users of the image that let others use it. */
  readonly sharedBy?: readonly string[];
}

/**
 * Says, in the caller's transaction, that something of an account uses one of its images; false when the account has no
 * such image, and none of `sharedBy` uses it. `usedBy` names the user, e.g. `icon`. With a `viewer` only that account
 * and admins see the image from now on, else everybody who knows its name.
 */
export const takeImage = async (
  trx: Db,
  { filename, userId, usedBy, viewer, sharedBy = [] }: TakenImage,
): Promise<boolean> => {
  const parts = partsOfName(filename);
  if (!parts || !(await lockTakeable(trx, { ...parts, userId, sharedBy }))) return false;
  await insertUse(trx, { id: parts.id, usedBy, viewer: viewer ?? null });
  return true;
};

/**
 * Says, in the caller's transaction, that something uses an image no more: after a day without any use it is removed.
 */
export const leaveImage = async (
  trx: Db,
  { filename, usedBy, at }: { filename: string; usedBy: string; at: Date },
): Promise<void> => {
  const parts = partsOfName(filename);
  if (parts) await removeUse(trx, { id: parts.id, usedBy, at });
};
