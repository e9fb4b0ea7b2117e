import { commonTexts } from './common-texts.ts';

/** Yuan of a wallet, which counts thousandths: always three decimals, "3.000 元". */
export const walletYuan = (amount: number): string => commonTexts.yuan(amount.toFixed(3));
