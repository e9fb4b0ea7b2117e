import { Button } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { thisPlatform } from '../device/platform.ts';
import { downloadLink } from './download-rules.ts';
import type { Download } from './download-texts.ts';
import { texts } from './texts.ts';

/** One file or store page of a client; says so where it can be had nowhere. `base` is the operator's download base. */
export const DownloadButton = ({ download, base }: { download: Download; base: string | undefined }): ReactNode => {
  const link = downloadLink(download, base);
  if (link === undefined) return <span className="sp-dim sp-small">{texts.noDownload}</span>;
  const own = link !== download.official;
  const forOther = download.platform !== undefined && download.platform !== thisPlatform();
  return (
    <Button
      component="a"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      variant={forOther ? 'default' : 'light'}
      leftSection={own ? <IconDownload size={18} aria-hidden /> : <IconExternalLink size={18} aria-hidden />}
    >
      {download.file === undefined ? texts.store(download.label) : texts.download(download.label)}
    </Button>
  );
};
