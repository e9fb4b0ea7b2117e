import type { ReactNode } from 'react';
import { InPlaceOfPage } from './in-place-of-page.tsx';
import { texts } from './texts.ts';

/** An honest page for a page whose feature is not built yet. */
export default function UnbuiltPage(): ReactNode {
  return <InPlaceOfPage says={texts.unbuilt} />;
}
