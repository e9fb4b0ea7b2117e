import { useEffect } from 'react';
import { useHost } from '../notices/index.ts';
import type { Page } from './page-row.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { texts } from './texts.ts';

/** Gives the browser's tab its title and the page its description; a page without its own gets the product's. */
export const usePageTitle = (page?: Pick<Page, 'title' | 'description'>): void => {
  const site = useHost()?.site_name || commonTexts.product;
  const title = page ? `${page.title} · ${site}` : site;
  const description = page?.description ?? texts.description;
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
};
