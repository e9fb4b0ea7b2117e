import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Settings } from '@skyport/contract/settings-table';
import { selfSigned } from '../platform/certificates.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { systemRandom } from '../platform/ids.ts';

/** How the account at the mail server is called, and its password. */
const MAIL_ACCOUNT = { user: 'noreply@mail.example', pass: 'pass word!' } as const;

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether the connection was encrypted, and as whom it was logged in. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly raw: string;
  readonly parsed: Email;
}

/** What goes wrong at the server. */
export interface MailTrouble {
  /** Reply to recipients whose address holds the word. */
  readonly recipients?: { readonly part: string; readonly code: number; readonly text: string };
  /** Reply to the message itself. */
  readonly message?: { readonly code: number; readonly text: string };
  /** The message is taken, but the connection ends before the reply. */
  readonly dropAfterMessage?: boolean;
}

/** A real SMTP server on a socket, with STARTTLS and AUTH. */
export interface MailServer {
  readonly mails: readonly ReceivedMail[];
  /** Settings with which the product uses it. */
  readonly settings: Partial<Settings>;
  /** The newest mail to an address; throws when there is none. */
  mailTo(address: string): ReceivedMail;
  trouble(trouble: MailTrouble): void;
  stop(): Promise<void>;
}

const replyError = ({ code, text }: { code: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: code });

/** Reads a message and keeps it with what is known of the connection. */
const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ReceivedMail> => {
  const raw = (await buffer(stream)).toString('utf8');
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    secure: session.secure,
    user: session.user,
    raw,
    parsed: await PostalMime.parse(raw),
  };
};

/** Starts one on a free port of the loopback, or on the given one. */
export const startMailServer = async (port = 0, more: SMTPServerOptions = {}): Promise<MailServer> => {
  const certified = await selfSigned({
    name: 'localhost',
    from: new Date(Date.now() - HOUR_MS),
    days: 1,
    random: systemRandom,
  });
  const mails: ReceivedMail[] = [];
  let trouble: MailTrouble = {};
  const server = new SMTPServer({
    key: certified.privateKey,
    cert: certified.certificate,
    authMethods: ['PLAIN', 'LOGIN'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, callback) => {
      const right = username === MAIL_ACCOUNT.user && password === MAIL_ACCOUNT.pass;
      callback(right ? null : replyError({ code: 535, text: '5.7.8 wrong password' }), { user: username });
    },
    onRcptTo: ({ address }, _session, callback) => {
      const { recipients } = trouble;
      callback(recipients && address.includes(recipients.part) ? replyError(recipients) : null);
    },
    onData: (stream, session, callback) => {
      void (async () => {
        const mail = await receive(stream, session);
        if (trouble.message) return callback(replyError(trouble.message));
        mails.push(mail);
        if (!trouble.dropAfterMessage) return callback();
        for (const connection of server.connections) connection.close();
        return undefined;
      })();
    },
    ...more,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    mails,
    settings: {
      smtp_host: 'localhost',
      smtp_port: (server.server.address() as AddressInfo).port,
      smtp_user: MAIL_ACCOUNT.user,
      smtp_password: MAIL_ACCOUNT.pass,
      smtp_ca: certified.certificate,
    },
    mailTo: (address) => {
      const mail = mails.findLast(({ to }) => to.includes(address));
      if (!mail) throw new Error(`no mail to ${address}`);
      return mail;
    },
    trouble: (next) => {
      trouble = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** The link of a mail that leads to the confirm page. */
export const confirmLinkOf = ({ parsed }: ReceivedMail): URL => {
  const found = /https?:\/\/\S+\/#\/confirm\?\S+/.exec(parsed.text ?? '')?.[0];
  if (!found) throw new Error('the mail holds no link to the confirm page');
  return new URL(found);
};
