import { useEffect } from 'react';
import { useHost } from '../notices/index.ts';
import type { Page } from './page-row.ts';

/** The product's name until the host has been read, and the description of pages that have none of their own. */
const DEFAULT_TITLE = '天港';
const DEFAULT_DESCRIPTION = '不限设备的订阅服务';

/** Gives the browser's tab its title and the page its description; a page without its own gets the product's. */
export const usePageTitle = (page?: Pick<Page, 'title' | 'description'>): void => {
  const site = useHost()?.site_name || DEFAULT_TITLE;
  const title = page ? `${page.title} · ${site}` : site;
  const description = page?.description ?? DEFAULT_DESCRIPTION;
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
};
