import { AUDIT, columnsOf, listed, type SaveCases } from './save-case.ts';

const SAVED = ['pay_instances[it].version', 'versions[pay_instances].value', ...AUDIT];

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
              pid: ['1002', 'config'],
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
          gateway: {
            value: 'https://pay2.example.com/',
            along: { key: 'key' },
            changes: ['pay_instances[it].config', 'pay_instances[it].secrets', ...SAVED],
          },
          privateKey: { value: 'of another kind', changes: [] },
          platformKey: { value: 'of another kind', changes: [] },
        },
      ),
    controls: ['_id', 'version'],
    tables: ['pay_instances'],
  },
};
