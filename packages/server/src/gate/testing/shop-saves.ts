import { GIB } from '@skyport/contract/units';
import { storedImage } from '../../files/testing/stored-image.ts';
import { AUDIT, columnsOf, listed, type SaveCases } from './save-case.ts';

const LATER = '2027-06-01T00:00:00.000Z';

/** What is sold, given away and permitted. */
export const shopSaves: SaveCases = {
  'shop.updateCombo': {
    make: async (scene) => {
      const gained = await scene.ask('/api/admin/permissions/update', { name: scene.app.deps.ids.next() });
      return listed(
        scene,
        {
          list: '/api/shop/list',
          save: '/api/admin/combo/update_combo',
          form: { name: '月卡', price: 15, traffic: GIB, vipDuration: 30, permissionDuration: 1 },
        },
        columnsOf('combos', {
          name: ['季卡', 'name'],
          price: [20, 'price'],
          traffic: [2 * GIB, 'traffic'],
          vipDuration: [90, 'vip_days'],
          additionPersend: [20, 'bonus_percent'],
          permissionDuration: [90, 'permission_days'],
          permissionsGain: [[gained._id], 'permission_ids'],
          permissionsDesc: ['说明', 'permissions_desc'],
          orderID: [9, 'position'],
          deviceNum: [3, 'device_count'],
          speed: ['150Mbps', 'speed'],
        }),
      );
    },
    controls: ['_id', 'shown', 'change'],
    tables: ['combos'],
  },
  'tickets.cannedUpdate': {
    make: (scene) =>
      listed(
        scene,
        {
          list: '/api/admin/tickets/canned_list',
          save: '/api/admin/tickets/canned_update',
          form: { name: scene.app.deps.ids.next(), text: '您好' },
        },
        columnsOf('canned_answers', { name: ['感谢', 'name'], text: ['感谢反馈', 'text'] }),
      ),
    controls: ['_id'],
    tables: ['canned_answers'],
  },
  'coupons.update': {
    make: (scene) =>
      listed(
        scene,
        {
          list: '/api/yunying/coupon/coupon_list',
          save: '/api/yunying/coupon/update_coupon',
          form: {
            name: '新年',
            type: 'freeUse',
            traffic: GIB,
            vipDay: 1,
            forMoney: 1,
            code: `C${scene.app.deps.ids.next().slice(-12)}`,
            NumberOfAuthorizations: 10,
            expireTime: '2027-01-01T00:00:00.000Z',
          },
        },
        {
          ...columnsOf('coupons', {
            name: ['春节', 'name'],
            taobao: [true, 'taobao'],
            code: [`D${scene.app.deps.ids.next().slice(-12)}`, 'code'],
            vipExpireTime: [9, 'vip_expire_days'],
            // From now on its worth is the matter of whoever saves it.
            traffic: [2 * GIB, 'traffic', 'worth_by'],
            traffixLimitTime: [24, 'traffic_hours'],
            vipDay: [2, 'vip_days'],
            forMoney: [2, 'money'],
            discount: [0.8, 'discount_bp'],
            useNumPerUser: [2, 'per_user'],
            NumberOfAuthorizations: [20, 'total'],
            expireTime: [LATER, 'expires_at'],
            type: ['freeTime', 'type'],
          }),
          traffixHaveLimitTime: {
            value: true,
            along: { traffixLimitTime: 24 },
            changes: ['coupons[it].traffic_limited', ...AUDIT],
          },
        },
      ),
    controls: ['_id', 'shown'],
    tables: ['coupons'],
    // An admin decided what it is worth: operations staff may not.
    withheld: {
      yunying: [
        'traffic',
        'traffixLimitTime',
        'traffixHaveLimitTime',
        'vipDay',
        'forMoney',
        'discount',
        'useNumPerUser',
        'NumberOfAuthorizations',
        'expireTime',
        'type',
      ],
    },
  },
  'prizes.update': {
    make: async (scene, who) =>
      listed(
        scene,
        {
          list: '/api/yunying/prize/list',
          save: '/api/yunying/prize/update',
          form: { name: scene.app.deps.ids.next().slice(-12) },
        },
        {
          ...columnsOf('prizes', {
            name: ['二等奖', 'name'],
            desc: ['说明', 'description'],
            gainTraffic: [10, 'traffic'],
            gainVipTime: [2, 'vip_days'],
            weight: [7, 'weight'],
            discountValue: [0.8, 'discount_bp'],
            discountDuration: [7, 'discount_days'],
            hasDiscountCoupon: [true, 'has_coupon'],
          }),
          photoUrl: {
            value: await storedImage(scene.app, scene.sessions[who].userId),
            changes: ['prizes[it].photo', 'file_uses[it]+', ...AUDIT],
          },
        },
      ),
    controls: ['_id', 'shown', 'change'],
    tables: ['prizes'],
    // More than a draw costs, and coupons without a total.
    withheld: { yunying: ['gainTraffic', 'hasDiscountCoupon'] },
  },
  'permissions.update': {
    make: (scene) =>
      listed(
        scene,
        {
          list: '/api/admin/permissions/list',
          save: '/api/admin/permissions/update',
          form: { name: scene.app.deps.ids.next() },
        },
        columnsOf('permissions', { name: [scene.app.deps.ids.next(), 'name'], desc: ['说明', 'description'] }),
      ),
    controls: ['_id', 'shown'],
    tables: ['permissions'],
  },
};
