import type { ReactNode } from 'react';
import { InPlaceOfPage } from './in-place-of-page.tsx';
import { texts } from './texts.ts';

/** Stands in the place of a page that is not for the account; its calls would all be refused. */
export const NoPermission = (): ReactNode => <InPlaceOfPage says={texts.noPermission} />;
