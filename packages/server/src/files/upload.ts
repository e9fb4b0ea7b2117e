import { imageExtOf, MAX_IMAGE_BYTES, type ImageExt } from '@skyport/contract/files';
import { imageTexts } from '@skyport/contract/profile-texts';
import { inTransaction } from '@skyport/db';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import type { UploadAnswer, UploadRequest } from '../platform/file-route.ts';
import { takeAttempts } from '../platform/attempts.ts';
import { refundAttempts } from '../platform/attempts-store.ts';
import { blobOf, type Stores } from './blobs.ts';
import type { Decode, Picture } from './decode.ts';
import { magicFits, storageRefusal } from './rules.ts';
import { insertFile, lockUploads, noteStored, usageOf, type FileRow } from './store.ts';

/** What an upload is done with. */
export interface UploadParts {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'random' | 'ids'>;
  readonly stores: Stores;
  readonly decode: Decode;
}

type Problem = keyof typeof imageTexts;

/** What the sender may mend is an invalid payload; what passes with time is throttled. */
const LATER: readonly Problem[] = ['busy', 'tooManyToday', 'tooManyBroken'];

const refused = (problem: Problem): UploadAnswer => ({
  refused: LATER.includes(problem) ? 'throttled' : 'invalidPayload',
  msg: imageTexts[problem],
});

/** The kind of image that was sent, by its name and its first bytes; or what is wrong with it at first sight. */
const kindOf = ({ filename, bytes }: UploadRequest): ImageExt | { problem: Problem } => {
  if (bytes.length > MAX_IMAGE_BYTES) return { problem: 'tooBig' };
  const ext = imageExtOf(filename);
  if (!ext) return { problem: 'wrongType' };
  return magicFits(bytes, ext) ? ext : { problem: 'broken' };
};

/**
 * Takes an image: looks at it, has it decoded and encoded anew, writes it down, stores it. Whoever may not store any
 * more is told before anything is decoded, and again when the size is known.
 */
export const uploadImage = async (parts: UploadParts, request: UploadRequest): Promise<UploadAnswer> => {
  const { deps } = parts;
  const ext = kindOf(request);
  if (typeof ext === 'object' && ext.problem !== 'broken') return refused(ext.problem);
  const known = storageRefusal(await usageOf(deps.db, request.userId, dayAgo(deps)), 0);
  if (known) return refused(known);
  const picture = await decodeFor(parts, request, ext);
  if (typeof picture === 'string') return refused(picture);
  const file = await reserve(parts, request.userId, picture);
  if (typeof file === 'string') return refused(file);
  const { name, contentType } = blobOf(file);
  await parts.stores.of(file.store).put(name, picture.bytes, contentType);
  await noteStored(deps.db, file.id, deps.clock.now());
  return { filename: name };
};

/**
 * The picture, as long as the account has not sent too many broken ones lately. It is counted as broken beforehand, so
 * that many at once are no way round, and taken back when it is not, or when nothing could be said of it.
 */
const decodeFor = async (
  { deps, decode }: UploadParts,
  { userId, bytes }: UploadRequest,
  ext: ImageExt | { readonly problem: Problem },
): Promise<Picture | Problem> => {
  const tries = await takeAttempts(deps, [{ kind: 'picture.account', key: userId }]);
  if ('over' in tries) return 'tooManyBroken';
  let picture: Picture | Problem | undefined;
  try {
    picture = typeof ext === 'object' ? 'broken' : await decode(bytes, ext);
    return picture;
  } finally {
    if (picture !== 'broken') await refundAttempts(deps.db, tries.taken);
  }
};

const dayAgo = ({ clock }: Pick<Deps, 'clock'>): Date => new Date(clock.now().getTime() - DAY_MS);

/**
 * Writes the image down before its bytes are anywhere: a crash leaves a row that the reaper finds, never lost bytes.
 */
const reserve = ({ deps, stores }: UploadParts, userId: string, picture: Picture): Promise<FileRow | Problem> =>
  inTransaction(deps.db, async (trx) => {
    await lockUploads(trx, userId);
    const problem = storageRefusal(await usageOf(trx, userId, dayAgo(deps)), picture.bytes.length);
    if (problem) return problem;
    const file: FileRow = {
      id: deps.random.bytes(16).toString('hex'),
      ext: picture.ext,
      store: stores.chosen(),
      bytes: picture.bytes.length,
    };
    await insertFile(trx, { ...file, userId, at: deps.clock.now() });
    return file;
  });
