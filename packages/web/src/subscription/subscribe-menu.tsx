import { Button, type ButtonProps } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDownload, IconQrcode, IconRefresh } from '@tabler/icons-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { copyWithToast } from '../ui/copy-button.tsx';
import { DropdownDivider, DropdownItem } from '../ui/dropdown-items.tsx';
import { Dropdown } from '../ui/dropdown.tsx';
import { QrModal } from '../ui/qr-modal.tsx';
import type { ClientApp, ClientLinks } from '@skyport/contract/client-links';
import { resetQuestion } from './reset-question.ts';
import { texts } from './texts.ts';
import { useImport } from './use-import.tsx';
import type { Subscriptions } from './use-subscriptions.ts';

interface SubscribeMenuProps extends ButtonProps {
  readonly app: ClientApp;
  /** Name of the client, for the QR window and for whoever hears the page. */
  readonly name: string;
  readonly subscriptions: Subscriptions;
  readonly children: ReactNode;
}

/** The dropdown of one client: import, copy, QR code, reset. */
export const SubscribeMenu = ({ app, name, subscriptions, children, ...button }: SubscribeMenuProps): ReactNode => {
  const [qr, setQr] = useState(false);
  const { ask, dialog } = useConfirm();
  const links = subscriptions.linksOf(app);
  const { onClick: onImport, help } = useImport(app, subscriptions);
  return (
    <>
      <Dropdown
        mayOpen={() => subscriptions.mayOpen(app)}
        target={
          <Button
            variant="light"
            {...button}
            aria-label={`${name} ${texts.subscribe}`}
            disabled={subscriptions.loading}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {children}
          </Button>
        }
      >
        {links && (
          <MenuItems
            links={links}
            onImport={onImport}
            showQr={() => setQr(true)}
            askReset={() => ask(resetQuestion(subscriptions.reset))}
          />
        )}
      </Dropdown>
      {links && (
        <QrModal
          opened={qr}
          onClose={() => setQr(false)}
          title={texts.qrTitle(name)}
          description={texts.qrText}
          text={links.qr}
        />
      )}
      {help}
      {dialog}
    </>
  );
};

interface MenuItemsProps {
  readonly links: ClientLinks;
  readonly onImport: (event: MouseEvent) => void;
  readonly showQr: () => void;
  readonly askReset: () => void;
}

const MenuItems = ({ links, onImport, showQr, askReset }: MenuItemsProps): ReactNode => (
  <>
    {links.importLink !== undefined && (
      <DropdownItem href={links.importLink} icon={<IconDownload size={18} />} onClick={onImport}>
        {texts.oneClick}
      </DropdownItem>
    )}
    <DropdownItem icon={<IconCopy size={18} />} onClick={() => void copyWithToast(links.url)}>
      {texts.copy}
    </DropdownItem>
    <DropdownItem icon={<IconQrcode size={18} />} onClick={showQr}>
      {texts.qr}
    </DropdownItem>
    <DropdownDivider />
    <DropdownItem danger icon={<IconRefresh size={18} />} onClick={askReset}>
      {texts.reset}
    </DropdownItem>
  </>
);
