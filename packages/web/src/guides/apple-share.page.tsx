import './guides.css';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { isAgencyView, useHost } from '../notices/index.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { Failed } from '../ui/loaded.tsx';
import { showToast } from '../ui/toasts.ts';
import { shareTexts as texts } from './apple-texts.ts';
import { webAddress } from '../subscription/index.ts';

/** /apple_id_share: the shared Apple ID, for whoever is logged in and has paid. */
export default function AppleSharePage(): ReactNode {
  return (
    <section className="sp-card sp-guide-head sp-guide-alone">
      <h1 className="sp-h1">{texts.title}</h1>
      <p>{texts.payingOnly}</p>
      <div className="sp-guide-text">
        <h2 className="sp-h2">{texts.rulesTitle}</h2>
        <ul>
          {texts.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      <div className="sp-row sp-guide-acts">
        <OpenShare />
        <ToShop />
      </div>
      <Link to="/apple_id_signup_guide" className="sp-guide-link">
        {texts.signup}
      </Link>
    </section>
  );
}

/** A link for paying customers, the only ones who get its address; others get a toast that says why not. */
const OpenShare = (): ReactNode => {
  const { user, loading, failed, refresh } = useSession();
  const unpaid = isAgencyView(user, useHost()) ? texts.unpaidAgency : texts.unpaid;
  const icon = <IconExternalLink size={18} aria-hidden />;
  if (failed) return <Failed retry={() => void refresh()} />;
  if (!user?.paidUser) {
    return (
      <Button
        leftSection={icon}
        disabled={loading}
        onClick={() => showToast(user ? unpaid : texts.loginFirst, 'warning')}
      >
        {texts.open}
      </Button>
    );
  }
  const address = webAddress(user.apple_share_url ?? '');
  if (address === undefined) return <span className="sp-dim">{texts.notSet}</span>;
  return (
    <Button component="a" href={address} target="_blank" rel="noopener noreferrer" leftSection={icon}>
      {texts.open}
    </Button>
  );
};

/** The way to become a paying customer, for whoever is none yet and may buy here. */
const ToShop = (): ReactNode => {
  const { user, loading } = useSession();
  const host = useHost();
  const shop = use(BuiltPages)('/shop');
  if (!shop || loading || user?.paidUser || isAgencyView(user, host)) return null;
  return (
    <Button component={Link} to="/shop" variant="default">
      {texts.toShop}
    </Button>
  );
};
