/** Products in the contract of a merchant of WeChat Pay: Native (a QR code) and H5 (a page in a phone's browser). */
export type WechatProduct = 'native' | 'h5';

/** A merchant of WeChat Pay, API v3. */
export interface WechatConfig {
  readonly product: WechatProduct;
  /** Name of the instance in trades and in the ledger. */
  readonly instance: string;
  readonly label: string;
  /** What is paid for, `{id}` being a short number of the trade; empty for our default text. */
  readonly subject: string;
  /** Base URL of its API; empty for the official one. */
  readonly gateway: string;
  readonly mchid: string;
  readonly appId: string;
  /** Serial number of our API certificate. */
  readonly serial: string;
  /** Ours: signs requests. PEM. */
  readonly privateKey: string;
  /** Decrypts notifications; 32 bytes. */
  readonly apiKey: string;
  /** Name and PEM of the public key of WeChat Pay; empty for merchants that have its certificates. */
  readonly keyId: string;
  readonly platformKey: string;
  /** Certificates of WeChat Pay, PEM one behind the other; empty for merchants that have the public key. */
  readonly platformCert: string;
}
