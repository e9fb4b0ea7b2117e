import { Button } from '@mantine/core';
import { IconCopy, IconQrcode, IconUpload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { thisPlatform } from '../device/platform.ts';
import {
  DownloadButton,
  mainDownload,
  subscriptionTexts,
  useImport,
  type Subscriptions,
} from '../subscription/index.ts';
import { copyWithToast } from '../ui/copy-button.tsx';
import { QrModal } from '../ui/qr-modal.tsx';
import type { Act, Guide } from './model.ts';
import { downloadsOf } from './rules.ts';
import { texts } from './texts.ts';

interface ActsProps {
  readonly guide: Guide;
  readonly acts: readonly Act[];
  readonly subscriptions: Subscriptions;
  /** The operator's download base. */
  readonly base: string | undefined;
}

/** The buttons of a step; each does what the step says. */
export const GuideActs = ({ guide, acts, subscriptions, base }: ActsProps): ReactNode => (
  <div className="sp-row sp-guide-acts">
    {acts.map((act) => {
      const Part = parts[act];
      return <Part key={act} guide={guide} subscriptions={subscriptions} base={base} />;
    })}
  </div>
);

type PartProps = Omit<ActsProps, 'acts'>;

const Downloads = ({ guide, base }: PartProps): ReactNode => {
  const all = downloadsOf(guide);
  const main = mainDownload(all, base, thisPlatform());
  return all.map((download) => (
    <DownloadButton key={download.label} download={download} base={base} main={download === main} />
  ));
};

/** A link that opens the client; before log-in a button that says so. */
const ImportButton = ({ guide, subscriptions }: PartProps): ReactNode => {
  const link = subscriptions.linksOf(guide.app)?.importLink;
  const { onClick, help } = useImport(guide.app, subscriptions, guide.path);
  const common = { leftSection: <IconUpload size={18} aria-hidden />, disabled: subscriptions.loading, onClick };
  if (link === undefined) return <Button {...common}>{texts.import}</Button>;
  return (
    <>
      <Button {...common} component="a" href={link}>
        {texts.import}
      </Button>
      {help}
    </>
  );
};

const CopyLink = ({ guide, subscriptions }: PartProps): ReactNode => (
  <Button
    variant="light"
    disabled={subscriptions.loading}
    leftSection={<IconCopy size={18} aria-hidden />}
    onClick={() => {
      const url = subscriptions.mayOpen(guide.app) ? subscriptions.linksOf(guide.app)?.url : undefined;
      if (url !== undefined) void copyWithToast(url);
    }}
  >
    {subscriptionTexts.copy}
  </Button>
);

const QrButton = ({ guide, subscriptions }: PartProps): ReactNode => {
  const [shown, setShown] = useState(false);
  const links = subscriptions.linksOf(guide.app);
  return (
    <>
      <Button
        variant="default"
        disabled={subscriptions.loading}
        leftSection={<IconQrcode size={18} aria-hidden />}
        onClick={() => setShown(subscriptions.mayOpen(guide.app))}
      >
        {subscriptionTexts.qr}
      </Button>
      {links && (
        <QrModal
          opened={shown}
          onClose={() => setShown(false)}
          title={subscriptionTexts.qrTitle(guide.client)}
          description={subscriptionTexts.qrText}
          text={links.qr}
        />
      )}
    </>
  );
};

const parts = {
  download: Downloads,
  import: ImportButton,
  copy: CopyLink,
  qr: QrButton,
} as const satisfies Record<Act, (props: PartProps) => ReactNode>;
