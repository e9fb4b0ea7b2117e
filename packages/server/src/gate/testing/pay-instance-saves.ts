import { payFieldNames } from '@skyport/contract/pay-kind';
import { payKinds } from '@skyport/contract/pay-kinds';
import { AUDIT, columnsOf, listed, type SaveCases } from './save-case.ts';

const SAVED = ['pay_instances[it].version', 'versions[pay_instances].value', ...AUDIT];
/** A field that says which account of ours it is. */
const ACCOUNT = ['pay_instances[it].config', 'pay_instances[it].account'];

/** Fields that the kind does not have: what is typed there changes nothing. */
const ofOtherKinds = Object.fromEntries(
  payFieldNames
    .filter((name) => payKinds.epay_v1.fields[name] === undefined)
    .map((name) => [name, { value: 'x', changes: [] }]),
);

/** Payment instances: those of one kind ignore the fields of another. */
export const payInstanceSaves: SaveCases = {
  'payments.updateInstance': {
    make: (scene) =>
      listed(
        scene,
        {
          list: '/api/admin/pay_instance/list',
          save: '/api/admin/pay_instance/create',
          form: { kind: 'epay_v1', label: '易支付', gateway: 'https://pay.example.com/', pid: '1001', key: 'key' },
        },
        {
          ...columnsOf(
            'pay_instances',
            {
              label: ['备用', 'label'],
              signKeyMode: ['amp_key', 'config'],
              key: ['another key', 'secrets'],
              fee_percent: [1.5, 'fee_ppm'],
              fee_fixed: [0.1, 'fee_fixed'],
              subject: ['会员-{id}', 'subject'],
              window_minutes: [30, 'window_minutes'],
            },
            SAVED,
          ),
          // A stored key goes to no other gateway: it is typed again.
          pid: { value: '1002', changes: [...ACCOUNT, ...SAVED] },
          gateway: {
            value: 'https://pay2.example.com/',
            along: { key: 'key' },
            changes: [...ACCOUNT, 'pay_instances[it].secrets', ...SAVED],
          },
          ...ofOtherKinds,
        },
      ),
    controls: ['_id', 'version'],
    tables: ['pay_instances'],
  },
};
