import type { ReactNode } from 'react';

/** A sentence that breaks only behind its marks, so a number never stands on another line than its unit. */
export const Pieces = ({ text }: { readonly text: string }): ReactNode =>
  (text.match(/[^，。]*[，。]|[^，。]+/g) ?? ['']).map((piece) => (
    <span key={piece} className="sp-unbroken">
      {piece}
    </span>
  ));
