import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { copyWithToast } from '../ui/copy-button.tsx';
import { QrModal } from '../ui/qr-modal.tsx';
import { ClientTile } from './client-tile.tsx';
import { texts } from './texts.ts';
import type { Subscriptions } from './use-subscriptions.ts';

/** The universal link: the server answers in the format of the client that fetches it. */
export const UniversalRow = ({ subscriptions }: { subscriptions: Subscriptions }): ReactNode => {
  const [qr, setQr] = useState(false);
  const links = subscriptions.linksOf('auto');
  const ifAllowed = (act: () => void) => () => {
    if (subscriptions.mayOpen('auto')) act();
  };
  return (
    <div className="sp-client">
      <ClientTile app="auto" />
      <div>
        <b>{texts.universal}</b>
        <div className="sp-dim sp-small">{texts.universalNote}</div>
      </div>
      <div className="sp-row sp-client-acts">
        <Button
          variant="light"
          disabled={subscriptions.loading}
          aria-label={`${texts.copyShort}${texts.universal}`}
          onClick={ifAllowed(() => void (links && copyWithToast(links.url)))}
        >
          {texts.copyShort}
        </Button>
        <Button
          variant="default"
          disabled={subscriptions.loading}
          aria-label={`${texts.universal}${texts.qrShort}`}
          onClick={ifAllowed(() => setQr(true))}
        >
          {texts.qrShort}
        </Button>
      </div>
      {links && (
        <QrModal
          opened={qr}
          onClose={() => setQr(false)}
          title={texts.qrTitle(texts.universal)}
          description={texts.qrText}
          text={links.qr}
        />
      )}
    </div>
  );
};
