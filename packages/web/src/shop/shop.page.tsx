import { type Combo, shopCalls } from '@skyport/contract/shop';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { useSession } from '../accounts/index.ts';
import { useCall } from '../api/index.ts';
import { useHost } from '../notices/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import { BuiltPages } from '../ui/built-pages.ts';
import { Loaded } from '../ui/loaded.tsx';
import { windowFailed } from '../ui/plain-window.tsx';
import { Card } from './card.tsx';
import { cardsOf, type ShopCard } from './card-rules.ts';
import { PayWindow } from './index.ts';
import { payTexts } from './pay/pay-texts.ts';
import classes from './shop.module.css';
import { SecondOrderWindow } from './second-order.tsx';
import { shopTexts as texts } from './shop-texts.ts';
import { Unfinished } from './unfinished.tsx';
import { type Ordering, useOrdering } from './use-ordering.ts';
import { useUnfinished } from './use-unfinished.ts';

/** /shop: what customers and visitors can buy, and the window in which they pay it. */
export default function ShopPage(): ReactNode {
  const read = useCall(shopCalls.list, {});
  const ordering = useOrdering();
  const { user } = useSession();
  const unfinished = useUnfinished(user !== undefined && ordering.order?.opened !== true);
  const hasOrders = use(BuiltPages)('/order') && user !== undefined;
  return (
    <>
      <div>
        <div className="sp-row sp-between">
          <h1 className="sp-h1">{texts.title}</h1>
          {hasOrders && <Link to="/order">{texts.toOrders}</Link>}
        </div>
        <span className="sp-dim sp-small">{texts.hint}</span>
      </div>
      <Unfinished orders={unfinished} onGoOn={ordering.resume} />
      <Loaded of={read} height={320} alone>
        {(combos) =>
          combos.length === 0 ? <EmptyShop /> : <Products combos={combos} ordering={ordering} daily={user?.limit} />
        }
      </Loaded>
      <Payment ordering={ordering} />
      <SecondOrderWindow ordering={ordering} />
    </>
  );
}

const EmptyShop = (): ReactNode => {
  const contact = useHost()?.contact_info;
  return (
    <div className="sp-card sp-stack">
      <span>{texts.empty}</span>
      {contact && <span className="sp-dim">{texts.contact(contact)}</span>}
    </div>
  );
};

interface ProductsProps {
  readonly combos: readonly Combo[];
  readonly ordering: Ordering;
  /** Daily quota of the customer, in bytes; undefined for visitors. */
  readonly daily: number | undefined;
}

const KINDS: readonly ShopCard['kind'][] = ['traffic', 'time'];

/** The cards of all products, kind by kind; a kind that nothing is sold of is left out. */
const Products = ({ combos, ordering, daily }: ProductsProps): ReactNode => {
  const offers = combos.flatMap((combo) => cardsOf(combo, daily).map((card) => ({ combo, card })));
  return KINDS.map((kind) => {
    const ofKind = offers.filter(({ card }) => card.kind === kind);
    if (ofKind.length === 0) return null;
    return (
      <section key={kind} className="sp-stack" aria-label={texts.kinds[kind]}>
        <h2 className="sp-h2">{texts.kinds[kind]}</h2>
        <div className={classes.offers}>
          {ofKind.map(({ combo, card }) => (
            <Card
              key={combo._id}
              card={card}
              onBuy={() => ordering.buy(combo)}
              busy={ordering.busyWith === combo._id}
            />
          ))}
        </div>
      </section>
    );
  });
};

/** The window of the order that was made last; a new order has a new window. */
const Payment = ({ ordering: { order, close } }: Pick<ProductsProps, 'ordering'>): ReactNode =>
  order && (
    <Arriving failed={windowFailed({ opened: order.opened, onClose: close, title: payTexts.title })}>
      <PayWindow
        key={`${order.id} ${order.resumes}`}
        orderId={order.id}
        opened={order.opened}
        onClose={close}
        resumes={order.resumes}
      />
    </Arriving>
  );
