import type { TokenConfig, TokenDialect, TokenMerchant } from '../usdt-gateways/merchant.ts';

/** A shop at a TokenPay gateway. */
export type TokenPayConfig = TokenConfig;

/** A shop that can be used. */
export type Merchant = TokenMerchant<TokenPayConfig>;

/** How TokenPay signs. */
export const dialect: TokenDialect = { signature: 'Signature', algorithm: 'md5', coin: /^[A-Za-z0-9_]{2,40}$/ };

/** What customers pay in, as TokenPay names it. */
export const coinOf = ({ coin }: TokenPayConfig): string => coin || 'USDT_TRC20';
