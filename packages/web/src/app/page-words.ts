import { useEffect } from 'react';
import { useHost } from '../notices/index.ts';
import type { Route } from './routes.ts';

/** What the product is called before the host has said so, and what pages without words of their own say. */
const DEFAULT_TITLE = '天港';
const DEFAULT_DESCRIPTION = '不限设备的订阅服务';

/** Gives the browser's tab its title and the page its description; a page without its own gets the product's. */
export const usePageWords = (route?: Pick<Route, 'title' | 'description'>): void => {
  const site = useHost()?.site_name || DEFAULT_TITLE;
  const title = route ? `${route.title} · ${site}` : site;
  const description = route?.description ?? DEFAULT_DESCRIPTION;
  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);
};
