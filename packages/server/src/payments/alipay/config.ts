/** Products in the contract of an application of Alipay: codes to scan, its page on a computer, its page on a phone. */
export type AlipayProduct = 'f2f' | 'page' | 'wap';

/** An application of Alipay that takes money for us. */
export interface AlipayConfig {
  readonly product: AlipayProduct;
  /** Name of the instance in trades and in the ledger. */
  readonly instance: string;
  readonly label: string;
  /** What is paid for, `{id}` being a short number of the trade; empty for our default text. */
  readonly subject: string;
  /** Base URL of its API; empty for the official one. */
  readonly gateway: string;
  readonly appId: string;
  /** Account that has to be paid; empty for whichever the application belongs to. */
  readonly sellerId: string;
  /** Ours: signs requests. PEM, or its bare base64. */
  readonly privateKey: string;
  /** Alipay's for this application: verifies answers and notifications. */
  readonly platformKey: string;
}
