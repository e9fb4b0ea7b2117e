/** A decimal as gateways print it: `9.9`, `10`, `9.9000`. No sign, no exponent, no blanks. */
const DECIMAL = /^(\d{1,9})(?:\.(\d{1,8}))?$/;

/** Yuan with two decimals, as gateways want them, of milli-yuan. Throws for what is not positive and whole fen. */
export const yuanText = (amount: number): string => {
  const fen = amount / 10;
  if (!Number.isSafeInteger(fen) || fen <= 0) throw new RangeError('a payment is a positive number of whole fen');
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
};

/** Milli-yuan of yuan as a gateway writes them; undefined for nothing, and for what milli-yuan cannot say exactly. */
export const milliOfText = (text: string): number | undefined => {
  const [, whole, part = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(part.slice(3))) return undefined;
  return Number(whole) * 1000 + Number(part.slice(0, 3).padEnd(3, '0')) || undefined;
};
