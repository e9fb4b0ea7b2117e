import { access, raw } from './call.ts';

/** Files travel outside the envelope; there are no enveloped calls. */
export const filesCalls = {} as const;

/** Largest image that is taken, in bytes. */
export const MAX_IMAGE_BYTES = 4 * 1024 * 1024;

/** Kinds of images that are taken, with the type they are served as. */
export const imageTypes = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const;
export type ImageExt = keyof typeof imageTypes;

/** The kind of image that a file's name claims (`.jpeg` is `.jpg`); undefined for every other name. */
export const imageExtOf = (filename: string): ImageExt | undefined => {
  const ext = /\.([a-z]{3,4})$/i.exec(filename)?.[1]?.toLowerCase();
  if (ext === 'jpeg') return 'jpg';
  return ext !== undefined && Object.hasOwn(imageTypes, ext) ? (ext as ImageExt) : undefined;
};

/** Where an uploaded image is served. */
export const imageUrl = (filename: string): string => `/api/file/downloads/${filename}`;

/** The name of a stored image, from its name or its address of ours; empty for anything else. */
export const imageNameOf = (image: string): string =>
  /^(?:\/api\/file\/downloads\/)?([0-9a-f]{32}\.(?:jpg|png|webp))$/.exec(image)?.[1] ?? '';

/**
 * Image upload and download. Neither uses the envelope: an upload answers `{file: {filename}}`, or `{code, msg}` of the
 * code table when it is refused.
 */
export const filesRaw = {
  upload: raw({
    method: 'POST',
    path: '/api/file/upload',
    access: access.account,
    rate: 'upload',
    summary:
      'Stores an image (multipart field file; jpg, png or webp up to 4 MB; bearer token) and answers {file: {filename}}.',
    built: true,
  }),
  download: raw({
    method: 'GET',
    path: '/api/file/downloads/:filename',
    access: access.anyone,
    rate: 'read',
    summary: 'A stored image.',
    built: true,
  }),
} as const;
