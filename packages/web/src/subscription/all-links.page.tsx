import '../ui/input-styles.ts';
import './all-links.css';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Failed, Loaded, Waiting } from '../ui/loaded.tsx';
import { QrModal } from '../ui/qr-modal.tsx';
import { allLinksTexts as texts, linkTypes, type LinkType } from './all-links-texts.ts';
import { shareLinks, type ShareLink } from './share-links.ts';
import { SubscribeMenu } from './subscribe-menu.tsx';
import { texts as menuTexts } from './texts.ts';
import { useSubscriptions } from './use-subscriptions.ts';

/** /user/getUserAllURL?type=: the subscription link of a type, and every node's link in it. */
export default function AllLinksPage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const subscriptions = useSubscriptions();
  const { user, loading, failed, refresh } = useSession();
  const chosen: LinkType = linkTypes.find(({ type }) => type === params.get('type')) ?? linkTypes[0];
  const links = subscriptions.linksOf(chosen.app);
  return (
    <>
      <section className="sp-card sp-stack">
        <h1 className="sp-h1">{texts.title}</h1>
        <span className="sp-dim">{texts.warning}</span>
        <NativeSelect
          size="md"
          label={texts.type}
          data={linkTypes.map(({ type, label }) => ({ value: type, label }))}
          value={chosen.type}
          onChange={(event) => setParams({ type: event.currentTarget.value }, { replace: true })}
        />
        {user?.userkey === '' && <span>{menuTexts.loginAgain.text}</span>}
        {failed && <Failed retry={() => void refresh()} />}
        {links && (
          <div className="sp-row sp-between">
            <code className="sp-links-address">{masked(links.url)}</code>
            <SubscribeMenu app={chosen.app} name={chosen.label} subscriptions={subscriptions}>
              {menuTexts.subscribe}
            </SubscribeMenu>
          </div>
        )}
      </section>
      {loading && <Waiting height={240} />}
      {links && (
        <section className="sp-card sp-stack">
          {chosen.list ? <NodeLinks key={links.url} url={links.url} /> : <span className="sp-dim">{texts.whole}</span>}
        </section>
      )}
    </>
  );
}

/** A link with its secret hidden; it is copied whole. */
const masked = (url: string): string => url.replace(/\/[^/?]+(?=\?|$)/, '/••••••••');

/**
 * Reads a document as a client does, from where the page itself came, so that no other host is asked. The panel is told
 * that it is the owner's page, which is no client among those that use the link.
 */
const fetchDocument = async (url: string): Promise<readonly ShareLink[]> => {
  const { pathname, search } = new URL(url);
  const mark = search === '' ? '?console=1' : '&console=1';
  const response = await fetch(`${pathname}${search}${mark}`, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`document: HTTP ${response.status}`);
  return shareLinks(await response.text());
};

const NodeLinks = ({ url }: { url: string }): ReactNode => {
  const read = useQuery({ queryKey: ['document', url], queryFn: () => fetchDocument(url), gcTime: 0 });
  return <Loaded of={read}>{(list) => <ShareList list={list} />}</Loaded>;
};

const ShareList = ({ list }: { list: readonly ShareLink[] }): ReactNode => {
  const [shown, setShown] = useState(false);
  if (list.length === 0) return <span className="sp-dim">{texts.empty}</span>;
  return (
    <>
      <div className="sp-row sp-between">
        <h2 className="sp-h2">{texts.nodes(list.length)}</h2>
        <div className="sp-row">
          <Button variant="default" onClick={() => setShown(!shown)} aria-pressed={shown}>
            {shown ? texts.hide : texts.show}
          </Button>
          <CopyButton text={list.map(({ uri }) => uri).join('\n')}>{texts.copyAll}</CopyButton>
        </div>
      </div>
      <ul className="sp-links" aria-label={texts.list}>
        {list.map((link, at) => (
          <ShareRow key={`${at} ${link.name}`} link={link} shown={shown} />
        ))}
      </ul>
    </>
  );
};

const ShareRow = ({ link: { uri, protocol, name }, shown }: { link: ShareLink; shown: boolean }): ReactNode => {
  const [qr, setQr] = useState(false);
  return (
    <li>
      <div className="sp-row">
        <span className="sp-pill" data-tone="accent">
          {protocol}
        </span>
        <span>{name}</span>
      </div>
      <div className="sp-row">
        <CopyButton text={uri} aria-label={texts.copyOne(name)}>
          {menuTexts.copyShort}
        </CopyButton>
        <Button variant="default" aria-label={texts.qrOne(name)} onClick={() => setQr(true)}>
          {menuTexts.qrShort}
        </Button>
      </div>
      {shown && <code className="sp-links-uri">{uri}</code>}
      <QrModal
        opened={qr}
        onClose={() => setQr(false)}
        title={texts.qrOne(name)}
        description={menuTexts.qrText}
        text={uri}
      />
    </li>
  );
};
