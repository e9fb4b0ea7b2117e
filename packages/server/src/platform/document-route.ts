/** A request for a subscription document, after the gate. */
export interface DocumentRequest {
  readonly method: 'GET' | 'HEAD';
  readonly kind: string;
  readonly userId: string;
  readonly userkey: string;
  readonly query: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly address: string;
  /** Host header with port, lower-case; only a fallback where no public address is configured. */
  readonly host: string;
  readonly secure: boolean;
}

/** The whole answer; for HEAD too the body is given, and whoever sends it leaves it out. */
export interface DocumentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The subscription feature behind the gate's route. */
export type DocumentRoute = (request: DocumentRequest) => Promise<DocumentAnswer>;
