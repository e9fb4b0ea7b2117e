/** What both versions of EPay need to know of us as a merchant of a gateway. */
interface EpayMerchant {
  /** Name of the instance in trades and in the ledger. */
  readonly instance: string;
  readonly label: string;
  /** Base URL of the gateway's files, such as `https://pay.example.com/`. */
  readonly gateway: string;
  /** Our merchant number there. */
  readonly pid: string;
  /** What is paid for, `{id}` being a short number of the trade; empty for our default text. */
  readonly subject: string;
}

/** Version 1: one key signs requests and notifications by MD5. */
export interface EpayV1 extends EpayMerchant {
  readonly kind: 'epay_v1';
  readonly key: string;
  /** How the key stands behind the signed text: bare, or as `&key=…`. */
  readonly signKeyMode: 'plain' | 'amp_key';
}

/** Version 2: RSA keys, each side its own. PEM, or its bare base64. */
export interface EpayV2 extends EpayMerchant {
  readonly kind: 'epay_v2';
  /** Ours: signs requests. */
  readonly privateKey: string;
  /** The gateway's: verifies answers and notifications. */
  readonly platformKey: string;
}

/** A merchant at a gateway that speaks EPay. */
export type EpayConfig = EpayV1 | EpayV2;
