import { row, texts, type SpecRow } from '../row.ts';
import { couponRows, couponsPage, prizesPage, staffJourneys } from './files.ts';

/* Section 2: the screens of coupons and prizes. */

const PRIZE = { route: '/admin_prize' };

export const couponScreenRows: readonly SpecRow[] = [
  row(
    'c2.coupons.filter',
    'by type and for Taobao',
    couponsPage('only the chosen type is listed, newest first, Taobao apart'),
    { route: '/admin_coupon' },
  ),
  row(
    'c2.coupons.delete-listed',
    '删除所选 deletes all listed',
    [
      ...couponsPage('删除所选 deletes all listed, after the warning of the specification'),
      ...staffJourneys(
        'deleting all listed coupons says how many those are, ticked or not, and leaves those of other types',
      ),
    ],
    texts('删除所选'),
  ),
  row(
    'c2.coupons.download',
    'codes of Taobao coupons as a text file, one a line',
    couponsPage('only the chosen type is listed, newest first, Taobao apart'),
    texts('下载所有优惠码'),
  ),
  row(
    'c2.coupons.effects',
    'what a coupon does, in short',
    couponsPage('what a coupon does is described in short'),
    texts('增加流量${…}', '增加${…}天', '抵扣${…}元', '打${…}折'),
  ),
  row(
    'c2.coupons.columns',
    'number, name, type, code, effect, limits, uses, last day, edit and delete',
    couponRows(
      'a coupon is listed with number, name, type, code, effect, both limits, uses and last day',
      'one coupon is deleted after the question of the specification, and a refusal says why',
    ),
  ),
  row(
    'c2.coupons.fields',
    'fields of the editor, by type and for Taobao',
    couponRows(
      'the editor of a %s has the fields %j and those of every coupon',
      'hours are asked for with 限时, and a count in place of a code for Taobao',
    ),
  ),
  row(
    'c2.coupons.random',
    'a code by chance, without the field for Taobao',
    couponsPage(
      'a coupon is made with the traffic in G, and a code by chance',
      'Taobao coupons are made one call each, every one with a code of its own',
    ),
  ),
  row(
    'c2.prizes',
    'list, weights, win rate, editor with an image',
    prizesPage(
      'prizes are listed with traffic, weight and coupon, and what all come to',
      'an image is uploaded, shown and saved with the prize',
    ),
    PRIZE,
  ),
];
