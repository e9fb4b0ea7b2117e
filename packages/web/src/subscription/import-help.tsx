import { Button, Stack } from '@mantine/core';
import type { ClientApp, ClientLinks } from '@skyport/contract/client-links';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { thisPlatform } from '../device/platform.ts';
import { useHost } from '../notices/index.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { QrCanvas } from '../ui/qr-modal.tsx';
import { DownloadButton } from './download-button.tsx';
import { downloadBase, downloadLink, downloadsFor, guideOf } from './download-rules.ts';
import { texts } from './texts.ts';

interface ImportHelpProps {
  readonly app: ClientApp;
  /** The guide that the import was begun in. */
  readonly guide: string | undefined;
  readonly links: ClientLinks;
  readonly inChatApp: boolean;
}

/** What to do when no client has opened: out of the chat app, or install it, or take the link there by hand. */
export default function ImportHelp({ app, guide, links, inChatApp }: ImportHelpProps): ReactNode {
  if (inChatApp) {
    return (
      <Stack>
        <span>{texts.openBrowser}</span>
        <span className="sp-dim sp-small">{texts.copyThere}</span>
        <CopyButton text={links.url}>{texts.copy}</CopyButton>
      </Stack>
    );
  }
  return (
    <Stack>
      <Installing app={app} opened={guide} />
      <ByHand links={links} />
    </Stack>
  );
}

/**
 * Downloads for this device, and the guide unless it is the page itself. A client without a guide for this device is
 * installed by the guide that was opened.
 */
const Installing = ({ app, opened }: { app: ClientApp; opened: string | undefined }): ReactNode => {
  const host = useHost();
  const { user } = useSession();
  const { pathname } = useLocation();
  const platform = thisPlatform();
  const guide = guideOf(app, platform) ?? opened;
  const base = downloadBase(host, user?.in_foreign ?? false);
  const there = downloadsFor(guide, platform).filter((download) => downloadLink(download, base) !== undefined);
  const isElsewhere = guide !== undefined && guide !== pathname;
  return (
    <>
      <span>{there.length > 0 || isElsewhere ? texts.notInstalled : texts.notOpened}</span>
      {there.map((download, at) => (
        <DownloadButton key={download.label} download={download} base={base} main={at === 0} />
      ))}
      {isElsewhere && (
        <Button component={Link} to={guide} variant="default">
          {texts.guide}
        </Button>
      )}
    </>
  );
};

const ByHand = ({ links }: { links: ClientLinks }): ReactNode => {
  const [qr, setQr] = useState(false);
  return (
    <>
      <CopyButton text={links.url}>{texts.copy}</CopyButton>
      {qr ? (
        <Stack align="center" gap="xs">
          <span className="sp-dim sp-small">{texts.qrText}</span>
          <QrCanvas text={links.qr} />
        </Stack>
      ) : (
        <Button variant="default" onClick={() => setQr(true)}>
          {texts.qr}
        </Button>
      )}
    </>
  );
};
