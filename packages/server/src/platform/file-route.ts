import type { Readable } from 'node:stream';
import type { CodeName } from '@skyport/contract/codes';

/** An image on its way in: its name as the sender has it, and its bytes. */
export interface UploadRequest {
  readonly userId: string;
  readonly filename: string;
  readonly bytes: Buffer;
}

/** Where an image is served from now on, or why it was not taken. */
export type UploadAnswer = { readonly filename: string } | { readonly refused: CodeName; readonly msg: string };

/** A stored image on its way out. */
export interface StoredFile {
  readonly contentType: string;
  readonly bytes: number;
  readonly body: Readable;
  /** Only some accounts may see it: nothing may keep a copy. */
  readonly isPrivate: boolean;
}

/** Who asks for an image. */
export interface Viewer {
  readonly id: string;
  /** An admin, by both parts of the session. */
  readonly isAdmin: boolean;
}

/** The files feature behind the gate's two routes. */
export interface FileRoutes {
  /** Checks, decodes, encodes anew and stores an image. Throws when the storage fails. */
  upload(request: UploadRequest): Promise<UploadAnswer>;
  /**
   * The image of a name, or undefined for every name that is none of ours. Who asks is looked up only for an image that
   * not everybody may see; for others it is not there.
   */
  download(filename: string, askViewer: () => Promise<Viewer | undefined>): Promise<StoredFile | undefined>;
}
