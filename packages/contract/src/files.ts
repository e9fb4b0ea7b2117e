import { access, raw } from './call.ts';

/** Files travel outside the envelope; there are no enveloped calls. */
export const filesCalls = {} as const;

/** Image upload and download. */
export const filesRaw = {
  upload: raw({
    method: 'POST',
    path: '/api/file/upload',
    access: access.account,
    rate: 'upload',
    summary: 'Stores an image (multipart field file; jpg, png or webp up to 4 MB) and answers {file: {filename}}.',
    built: false,
  }),
  download: raw({
    method: 'GET',
    path: '/api/file/downloads/:filename',
    access: access.anyone,
    rate: 'read',
    summary: 'A stored image.',
    built: false,
  }),
} as const;
