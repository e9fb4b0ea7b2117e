import { startMailServer, type MailServer } from '@skyport/server/mail/testing';
import { afterAll, beforeAll } from 'vitest';
import type { PanelOptions } from './panel.ts';

/** A mail server for the tests of the file that calls this. */
export interface JourneyMails {
  /** What has come so far, the newest last. */
  received(): MailServer['mails'];
  /** By which a panel sends its mails there; there once the hooks of before have run. */
  settings(): NonNullable<PanelOptions['settings']>;
}

/** Starts it before the first test, and before a panel that is set up below; ends it after both. */
export const setUpMails = (): JourneyMails => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer(0, { authOptional: true });
  });
  afterAll(() => server?.stop());
  return {
    received: () => server.mails,
    settings: () => {
      const { smtp_host, smtp_port, smtp_ca } = server.settings;
      return { smtp_host, smtp_port, smtp_ca, smtp_from: 'noreply@site.example' };
    },
  };
};
