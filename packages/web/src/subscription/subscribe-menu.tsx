import { Button, Menu, type ButtonProps } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDownload, IconQrcode, IconRefresh } from '@tabler/icons-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { copyAndTell } from '../ui/copy-button.tsx';
import { QrModal } from '../ui/qr-modal.tsx';
import type { ClientApp, ClientLinks } from './links.ts';
import { texts } from './texts.ts';
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
  const [opened, setOpened] = useState(false);
  const [qr, setQr] = useState(false);
  const { ask, dialog } = useConfirm();
  const links = subscriptions.linksOf(app);
  const askReset = (): void =>
    ask({
      title: texts.resetTitle,
      text: texts.resetText,
      confirm: texts.resetConfirm,
      run: subscriptions.reset,
    });
  return (
    <>
      <Menu opened={opened} onChange={(wanted) => setOpened(wanted && subscriptions.mayOpen(app))} width={200}>
        <Menu.Target>
          <Button
            variant="light"
            {...button}
            aria-label={`${name} ${texts.subscribe}`}
            disabled={subscriptions.loading}
            rightSection={<IconChevronDown size={16} aria-hidden />}
          >
            {children}
          </Button>
        </Menu.Target>
        {links && (
          <Menu.Dropdown>
            <MenuItems
              links={links}
              mayImport={() => subscriptions.mayImport(app)}
              showQr={() => setQr(true)}
              askReset={askReset}
            />
          </Menu.Dropdown>
        )}
      </Menu>
      {links && (
        <QrModal
          opened={qr}
          onClose={() => setQr(false)}
          title={texts.qrTitle(name)}
          description={texts.qrText}
          text={links.qr}
        />
      )}
      {dialog}
    </>
  );
};

interface MenuItemsProps {
  readonly links: ClientLinks;
  readonly mayImport: () => boolean;
  readonly showQr: () => void;
  readonly askReset: () => void;
}

const MenuItems = ({ links, mayImport, showQr, askReset }: MenuItemsProps): ReactNode => (
  <>
    {links.importLink !== undefined && (
      <Menu.Item
        component="a"
        href={links.importLink}
        leftSection={<IconDownload size={18} />}
        onClick={(event: MouseEvent) => {
          if (!mayImport()) event.preventDefault();
        }}
      >
        {texts.oneClick}
      </Menu.Item>
    )}
    <Menu.Item leftSection={<IconCopy size={18} />} onClick={() => void copyAndTell(links.url)}>
      {texts.copy}
    </Menu.Item>
    <Menu.Item leftSection={<IconQrcode size={18} />} onClick={showQr}>
      {texts.qr}
    </Menu.Item>
    <Menu.Divider />
    <Menu.Item color="red" leftSection={<IconRefresh size={18} />} onClick={askReset}>
      {texts.reset}
    </Menu.Item>
  </>
);
