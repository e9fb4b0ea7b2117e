/** A file that is the same for everybody until the rules change. */
export interface DescribeFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** The same compressed, with an etag of its own; short files have none. */
  readonly gzip?: { readonly body: Buffer; readonly etag: string };
}

/**
 * The rules feature behind the gate's routes below `/describe`: a list's file by its name, or with null the filter of
 * all lists; undefined when there is no such file. `host` is the one that the request came to, perhaps with a port.
 */
export type DescribeRoute = (request: {
  readonly name: string | null;
  readonly host: string;
}) => Promise<DescribeFile | undefined>;
