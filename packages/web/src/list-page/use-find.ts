import { useSearchParams } from 'react-router';

/** What the address wants a list searched for (`?find=`), as the command bar writes it; empty for nothing. */
export const useFind = (): string => useSearchParams()[0].get('find') ?? '';
