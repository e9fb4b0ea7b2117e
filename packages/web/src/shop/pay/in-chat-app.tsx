import type { ChatApp } from '@skyport/contract/devices';
import type { PayMode } from '@skyport/contract/orders';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { payTexts as texts } from './pay-texts.ts';

/** How to pay in the browser of the phone, because a chat app does not open the provider's page. */
export const InChatApp = ({ app, mode }: { readonly app: ChatApp; readonly mode: PayMode }): ReactNode => {
  const { title, how, copyThere, copy } = texts.inChatApp;
  return (
    <div role="status" className="sp-stack">
      <b>{title(app, texts.modes.names[mode])}</b>
      <span>{how}</span>
      <span className="sp-dim sp-small">{copyThere}</span>
      <CopyButton text={new URL('/#/order', window.location.href).href}>{copy}</CopyButton>
    </div>
  );
};
