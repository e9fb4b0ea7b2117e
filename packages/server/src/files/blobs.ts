import type { Readable } from 'node:stream';
import { imageTypes, type ImageExt } from '@skyport/contract/files';
import { join } from 'node:path';
import { dataDirOf } from '../platform/data-dir.ts';
import type { Deps } from '../platform/deps.ts';
import { diskBlobs } from './disk.ts';
import { s3Blobs, s3IsOn } from './s3.ts';

/** Kinds of places where bytes lie. */
export type StoreName = 'disk' | 's3';

/** Bytes by name. */
export interface Blobs {
  /** Stores bytes under a name that has none. Throws when that fails. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** The bytes of a name, or undefined when there are none. Throws when the place cannot be asked. */
  open(name: string): Promise<Readable | undefined>;
  /** Removes the bytes of a name; fine when there are none. */
  remove(name: string): Promise<void>;
}

/** The name that an image's bytes lie under, and their type. */
export const blobOf = ({ id, ext }: { id: string; ext: ImageExt }): { name: string; contentType: string } => ({
  name: `${id}.${ext}`,
  contentType: imageTypes[ext],
});

/** Every place of this installation: images stay where they were stored when the setting changes. */
export interface Stores {
  /** Where new images go. */
  chosen(): StoreName;
  of(store: StoreName): Blobs;
}

/** The data folder, and the object store of the settings as they are now. */
export const createStores = ({ env, settings }: Pick<Deps, 'env' | 'settings'>): Stores => {
  // The folder is looked up with the first image: an installation that uses an object store needs none.
  let disk: Blobs | undefined;
  return {
    chosen: () => (s3IsOn(settings.current()) ? 's3' : 'disk'),
    of: (store) =>
      store === 's3'
        ? s3Blobs(settings.current())
        : (disk ??= diskBlobs(join(dataDirOf(env.DATA_DIR, process.cwd()), 'files'))),
  };
};
