import { useEffect } from 'react';
import { noteUnsaved } from '../device/unsaved.ts';

/** Says, as long as it is true, that something here is typed and not saved. */
export const useUnsaved = (unsaved: boolean): void => {
  useEffect(() => (unsaved ? noteUnsaved() : undefined), [unsaved]);
};
