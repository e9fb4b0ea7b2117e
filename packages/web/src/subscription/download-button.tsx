import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { downloadLink } from './download-rules.ts';
import type { Download } from './download-texts.ts';
import { texts } from './texts.ts';

interface DownloadButtonProps {
  readonly download: Download;
  /** The operator's download base. */
  readonly base: string | undefined;
  /** Whether it is the one to take, of several. */
  readonly main: boolean;
}

/** One file or store page of a client; says so where it can be had nowhere. */
export const DownloadButton = ({ download, base, main }: DownloadButtonProps): ReactNode => {
  const link = downloadLink(download, base);
  if (link === undefined) return <span className="sp-dim sp-small">{texts.noDownload}</span>;
  const own = link !== download.official;
  return (
    <Button
      component="a"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      variant={main ? 'light' : 'default'}
      leftSection={own ? <IconDownload size={18} aria-hidden /> : <IconExternalLink size={18} aria-hidden />}
    >
      {download.file === undefined ? texts.store(download.label) : texts.download(download.label)}
    </Button>
  );
};
