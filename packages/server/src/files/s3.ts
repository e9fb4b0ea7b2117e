import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Settings } from '@skyport/contract/settings-table';
import type { Blobs } from './blobs.ts';

type S3Settings = Pick<
  Settings,
  's3_on' | 's3_endpoint' | 's3_bucket' | 's3_region' | 's3_access_key' | 's3_secret_key'
>;

/** Time one request to the object store may take, in ms. */
const TIMEOUT_MS = 15_000;
/** Time of one part of a large file: 8 MiB over a slow line. */
const PART_TIMEOUT_MS = 300_000;
/** Folder of the images in the bucket. */
const FOLDER = 'images';

/** Whether new images go to the object store. */
export const s3IsOn = ({ s3_on, s3_endpoint, s3_bucket }: S3Settings): boolean =>
  s3_on && s3_endpoint.trim() !== '' && s3_bucket.trim() !== '';

/** The library is fetched with the first image: an installation without an object store never loads it. */
const s3ClientOf = async (settings: S3Settings, timeoutMs = TIMEOUT_MS) => {
  const { S3mini } = await import('s3mini');
  return new S3mini({
    endpoint: `${settings.s3_endpoint.trim().replace(/\/+$/, '')}/${settings.s3_bucket.trim()}`,
    region: settings.s3_region.trim() || 'auto',
    accessKeyId: settings.s3_access_key,
    secretAccessKey: settings.s3_secret_key,
    requestAbortTimeout: timeoutMs,
  });
};

/** Bytes in a bucket of an S3-compatible store, addressed by path. */
export const s3Blobs = (settings: S3Settings): Blobs => ({
  put: async (name, bytes, contentType) => {
    const client = await s3ClientOf(settings);
    await client.putObject(`${FOLDER}/${name}`, bytes, contentType);
  },
  open: async (name) => {
    const client = await s3ClientOf(settings);
    const answer = await client.getObjectResponse(`${FOLDER}/${name}`);
    return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined;
  },
  remove: async (name) => {
    const client = await s3ClientOf(settings);
    await client.deleteObject(`${FOLDER}/${name}`);
  },
});

/** Large files in a folder of the bucket. */
export interface LargeFiles {
  /** Stores a file of the disk, in parts. Throws when the store does not take it. */
  put(name: string, path: string): Promise<void>;
  /** Removes it; fine when there is none. */
  remove(name: string): Promise<void>;
}

/** Large files in the object store of the settings. */
export const s3LargeFiles = (settings: S3Settings, folder: string): LargeFiles => ({
  put: async (name, path) => {
    const client = await s3ClientOf(settings, PART_TIMEOUT_MS);
    const answer = await client.putAnyObject(`${folder}/${name}`, await openAsBlob(path), 'application/octet-stream');
    if (!answer.ok) throw Object.assign(new Error('the object store refused a file'), { status: answer.status });
  },
  remove: async (name) => {
    const client = await s3ClientOf(settings);
    await client.deleteObject(`${folder}/${name}`);
  },
});
