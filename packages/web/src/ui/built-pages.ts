import { createContext } from 'react';

/** Whether the page at a route exists yet. Only the frame knows the table of pages; without one no page does. */
export const BuiltPages = createContext<(path: string) => boolean>(() => false);
