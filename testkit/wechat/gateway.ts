import { randomBytes } from 'node:crypto';
import { freshPair } from '../epay/php-signing.ts';
import { PayBooks, type PayOrder } from '../pay-books.ts';
import { postNotice, startPayServer, type PayNotice, type PayServer, type ServerTrouble } from '../pay-server.ts';
import { answerTo } from './answers.ts';
import { noticeOf, transactionOf, type NoticeChanges } from './notices.ts';
import { freshCertificate, type PlatformKey } from './signing.ts';

/** What is wrong with WeChat Pay just now. */
export interface WechatTrouble extends ServerTrouble {
  /** Answers without a signature, by another key, or under a name that nobody knows. */
  signature: 'right' | 'missing' | 'foreign' | 'unknown';
  /** Milliseconds that its clock is ahead. */
  clockAhead: number;
  /** Members that it answers in the place of the true ones when it is asked for a trade. */
  lies: Readonly<Record<string, unknown>>;
  /** The bill of a day is still being written, or is not the one whose digest was said. */
  bill: 'right' | 'creating' | 'other';
}

const healthy: WechatTrouble = {
  down: false,
  slow: 0,
  status: undefined,
  html: false,
  signature: 'right',
  clockAhead: 0,
  lies: {},
  bill: 'right',
};

/** WeChat Pay on a real socket, with one merchant and books of its own. */
export interface WechatGateway extends Pick<PayServer, 'url' | 'asked' | 'close'> {
  /** What the merchant copies from its pages. */
  readonly merchant: {
    readonly mchid: string;
    readonly appId: string;
    readonly serial: string;
    readonly privateKey: string;
    readonly apiKey: string;
    readonly keyId: string;
    readonly platformKey: string;
    readonly platformCert: string;
  };
  /** PEM: the merchant's public key as it is known there, and WeChat Pay's own keys. */
  readonly keys: {
    readonly merchantPublic: string;
    readonly publicKey: PlatformKey;
    readonly certificate: PlatformKey;
  };
  readonly books: PayBooks;
  readonly trouble: WechatTrouble;
  /** By which of its keys it signs what it notifies. */
  signsBy: 'publicKey' | 'certificate';
  now(): number;
  /** Ends all trouble. */
  recover(): void;
  /** The customer pays. */
  pay(outTradeNo: string): PayOrder;
  /** The notification of a trade as it stands, signed and ready to be sent. */
  envelope(outTradeNo: string, changes?: NoticeChanges): PayNotice;
  /** What a trade is, as it stands in notifications and answers. */
  transaction(outTradeNo: string): Readonly<Record<string, unknown>>;
  /** Sends a notification whether it is due or not; gives the answer. */
  notify(outTradeNo: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Sends what is due by the clock; gives how many were sent. */
  deliver(): Promise<number>;
}

/** Minutes from one try of a notification to the next. */
const RETRIES = [0.25, 0.25, 0.5, 3, 10, 20, 30, 30, 30, 60, 180, 180, 180, 360, 360];

/** Its usual certificate's number. */
const CERTIFICATE = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1';

/** Starts WeChat Pay on loopback, with fresh keys. */
export const startWechat = async (
  given: { readonly clock?: () => Date; readonly series?: string } = {},
): Promise<WechatGateway> => {
  const { clock = () => new Date(), series = '4200002611202611' } = given;
  const [merchant, platform, certificate] = [freshPair(), freshPair(), await freshCertificate(CERTIFICATE)];
  const keyId = 'PUB_KEY_ID_0119000001092026112100000000001001';
  const trouble = { ...healthy };
  const books = new PayBooks(series, RETRIES);
  const server = await startPayServer(
    trouble,
    (request) => answerTo(gateway, request),
    async ({ headers }) => headers['location'] !== undefined && gateway.deliver(),
  );
  const gateway: WechatGateway = {
    url: server.url,
    asked: server.asked,
    close: server.close,
    merchant: {
      mchid: '1900000109',
      appId: 'wxd678efh567hg6787',
      serial: '3775B6A45ACD588826D15E583A95F5DD3F0A1B2C',
      privateKey: merchant.privateKey,
      apiKey: randomBytes(16).toString('hex'),
      keyId,
      platformKey: platform.publicKey,
      platformCert: certificate.certificate,
    },
    keys: {
      merchantPublic: merchant.publicKey,
      publicKey: { serial: keyId, privateKey: platform.privateKey },
      certificate,
    },
    books,
    trouble,
    signsBy: 'publicKey',
    now: () => clock().getTime() + trouble.clockAhead,
    recover: () => {
      Object.assign(trouble, healthy);
      gateway.signsBy = 'publicKey';
    },
    pay: (outTradeNo) => {
      const order = books.get(outTradeNo);
      books.pay(order, gateway.now());
      return order;
    },
    transaction: (outTradeNo) => transactionOf(gateway, books.get(outTradeNo)),
    envelope: (outTradeNo, changes = {}) => noticeOf(gateway, books.get(outTradeNo), changes),
    notify: async (outTradeNo) => {
      const order = books.get(outTradeNo);
      const answer = await postNotice(gateway.envelope(outTradeNo));
      books.tried(order, answer.status === 200 || answer.status === 204, gateway.now());
      return answer;
    },
    deliver: async () => {
      const due = books.due(gateway.now());
      // A test may clear the books while notifications are sent.
      for (const { outTradeNo } of due) if (books.orders.has(outTradeNo)) await gateway.notify(outTradeNo);
      return due.length;
    },
  };
  return gateway;
};
