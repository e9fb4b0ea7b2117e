/** A request for a subscription document, after the gate. */
export interface DocumentRequest {
  readonly method: 'GET' | 'HEAD';
  /** Path and query as they were sent. */
  readonly url: string;
  readonly kind: string;
  readonly userId: string;
  readonly userkey: string;
  readonly query: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly address: string;
  /** Host header with port, lower-case; only a fallback where no public address is configured. */
  readonly host: string;
  readonly secure: boolean;
  /** Header of this name; empty when it was not sent. */
  readonly ifNoneMatch: string;
  /** Header of this name; empty when it was not sent. */
  readonly acceptEncoding: string;
  /**
   * Given where a page says that it asks: whether it is the console of the link's own owner, who is logged in there. No
   * client uses the link then. Reads the session, so it is to be called for right links only.
   */
  readonly isByOwnPage?: () => Promise<boolean>;
  /** A browser opens the link, to show what is behind it to a person. */
  readonly asPage?: boolean;
}

/** The whole answer; for HEAD too the body is given, and whoever sends it leaves it out. */
export interface DocumentAnswer {
  readonly status: 200 | 304 | 404 | 429;
  /** Names, in lower case, and values in turn. */
  readonly headers: readonly string[];
  /** Empty for a 304. */
  readonly body: Buffer;
  /** To be called at most once, when no byte of the body is needed any more: its room is then used for others. */
  readonly release?: () => void;
}

/** The subscription feature behind the gate's route; at once where nothing has to be read. */
export type DocumentRoute = (request: DocumentRequest) => DocumentAnswer | Promise<DocumentAnswer>;
