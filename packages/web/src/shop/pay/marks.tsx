import type { PayMode } from '@skyport/contract/orders';
import type { ReactNode } from 'react';

/** Colour and drawing of a way to pay, on 24 × 24. */
interface Mark {
  readonly color: string;
  readonly drawing: ReactNode;
}

const alipay: Mark = {
  color: '#1677ff',
  drawing: (
    <path
      d="M5 7.5h14M12 4v7M6 11.5h11.5C16 15.5 11.5 19 5.5 20M8 14c2 2 6 4.5 11 5.5"
      fill="none"
      stroke="#fff"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  ),
};

const marks: Readonly<Record<PayMode, Mark>> = {
  alipay,
  urlscheme: alipay,
  wxpay: {
    color: '#07c160',
    drawing: (
      <g fill="#fff">
        <path d="M9.5 4C5.4 4 2.5 6.6 2.5 9.8c0 1.8 1 3.4 2.5 4.5L4.4 16.5l2.6-1.3c.8.2 1.6.3 2.5.3-.9-4 2.2-7.2 6.9-7.2C15.6 5.7 12.8 4 9.5 4z" />
        <path d="M21.5 14.3c0-2.7-2.6-4.9-5.7-4.9s-5.7 2.2-5.7 4.9 2.6 4.9 5.7 4.9c.7 0 1.3-.1 1.9-.3l2.1 1.1-.6-1.9c1.4-.9 2.3-2.3 2.3-3.8z" />
      </g>
    ),
  },
  usdt: {
    color: '#26a17b',
    drawing: (
      <g fill="none" stroke="#fff" strokeWidth="2.2">
        <path d="M6 6.5h12M12 6.5V19" />
        <ellipse cx="12" cy="11" rx="7" ry="2" strokeWidth="1.4" />
      </g>
    ),
  },
};

/** The mark of a way to pay, in its own colours. */
export const ModeMark = ({ mode }: { readonly mode: PayMode }): ReactNode => {
  const { color, drawing } = marks[mode];
  return (
    <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden data-mark={mode}>
      <rect width="24" height="24" rx="6" fill={color} />
      {drawing}
    </svg>
  );
};
