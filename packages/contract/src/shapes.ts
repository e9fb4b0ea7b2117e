import { z } from 'zod';
import { Id, TextOf, Trimmed, withoutHidden } from './units.ts';

/** A call without input. */
export const Nothing = z.object({});
/** An answer that carries nothing but its code. */
export const Done = z.object({});
/** Names one record. */
export const ById = z.object({ id: Id });
/** All records, or only the one named. */
export const AllOrOne = z.object({ id: Id.optional() });

/** SHA-256 of the password as the page sends it: 64 lower-case hex digits. */
export const PasswordHash = TextOf(64, '密码格式不正确').regex(/^[0-9a-f]{64}$/, '密码格式不正确');

const EMAIL_PROBLEM = '邮件不正确';
const EMAIL_LENGTH = 254;

/**
 * The address of an existing account as somebody types it: trimmed and lower-cased. Older accounts may have addresses
 * that `Email` refuses or spells otherwise.
 */
export const KnownEmail = Trimmed(EMAIL_LENGTH, EMAIL_PROBLEM)
  .regex(
    /^[^\s\p{Cc}\p{Cf}@<>"(),;:\\[\]]+@(?:[^\s\p{Cc}\p{Cf}@<>"(),;:\\[\].]+\.)+[^\s\p{Cc}\p{Cf}@<>"(),;:\\[\].]+$/u,
    EMAIL_PROBLEM,
  )
  .toLowerCase();

/** The spelling that two addresses have in common when they look the same: NFC. */
export const commonEmail = (email: string): string => email.normalize('NFC');

/**
 * A new e-mail address: trimmed, lower-cased, in NFC; at most 254 characters of a plain shape, none of them a control,
 * format or default-ignorable character.
 */
export const Email = KnownEmail.normalize('NFC')
  .max(EMAIL_LENGTH, EMAIL_PROBLEM)
  .regex(/^\P{Default_Ignorable_Code_Point}*$/u, EMAIL_PROBLEM);

/** A port number. */
export const Port = z.number().int().min(1).max(65_535);
/** Sort position of a record: lists are shown in ascending order. */
export const Position = z.number().int().min(0).max(1_000_000);
/** A billing factor on the wire: 0 to 1000 with at most 6 decimals (parts per million inside). */
export const Scale = z
  .number()
  .min(0)
  .max(1000)
  .refine((n) => Math.abs(n * 1e6 - Math.round(n * 1e6)) < 1e-3, '倍率最多 6 位小数');
/** Names one wish of a person, so that it is done once however often it is sent. */
export const ChangeName = TextOf(64).regex(/^[A-Za-z0-9_-]{16,64}$/);
const COUPON_CODE_PROBLEM = '优惠码只能是 4–32 位字母、数字、下划线或短横线';
const COUPON_CODE = /^[A-Za-z0-9_-]{4,32}$/;
/** A coupon's code. */
export const CouponCode = Trimmed(32, COUPON_CODE_PROBLEM).regex(COUPON_CODE, COUPON_CODE_PROBLEM);

/** A typed code in NFKC, without blanks around it and characters that show nothing. */
export const plainCode = (typed: string): string => withoutHidden(typed.normalize('NFKC')).trim();
/** The form in which codes are compared: case does not count. */
export const codeKey = (code: string): string => code.toLowerCase();
/** The longest text in which a code is looked for. */
const TYPED_CODE_LENGTH = 64;
/** A code as somebody types it, of any shape. */
export const TypedCode = TextOf(TYPED_CODE_LENGTH).overwrite(plainCode).min(1);
/** A typed code that can be the code of a coupon. */
export const TypedCouponCode = TextOf(TYPED_CODE_LENGTH, COUPON_CODE_PROBLEM)
  .overwrite(plainCode)
  .regex(COUPON_CODE, COUPON_CODE_PROBLEM);

const networkForms = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
/** An IPv4 or IPv6 address, or a network in CIDR notation. */
export const Network = Trimmed(49).refine((text) => networkForms.safeParse(text).success, 'IP 地址或网段格式不正确');
/** As many of them as one setting takes. */
export const MOST_NETWORKS = 16;
