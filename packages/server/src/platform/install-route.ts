/** A file that servers fetch during an install. */
export interface InstallFile {
  readonly contentType: string;
  readonly bytes: number;
  /** Whole, or the path of a file that is sent from the disk. */
  readonly body: { readonly text: string } | { readonly path: string };
}

/**
 * The install feature behind the gate's routes below `/install`: a script or its checksum, or with `kit` a file of the
 * node kit; undefined when there is no such file. `base` is the address under which the panel was asked.
 */
export type InstallRoute = (request: {
  readonly file: string;
  readonly kit: boolean;
  readonly base: string;
}) => Promise<InstallFile | undefined>;
