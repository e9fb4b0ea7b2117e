import { expect } from 'vitest';
import { SECRETS, type StaffCases } from './staff-case.ts';

const nodeForm = (change: object = {}) => ({
  name: '东京',
  country: { name: '日本', flag: '🇯🇵' },
  type: 'v2ray',
  ip: '127.0.0.1',
  port: 20_000,
  serverType: 'ubuntu_x86',
  ...change,
});

/** Nodes with their entries and lines. */
export const nodeCases: StaffCases = {
  'nodes.update': () => ({
    payload: nodeForm({ ssh_password: SECRETS.ssh }),
    before: null,
    after: { name: '东京', ip: '127.0.0.1', ssh_password: { secret: 'set' }, warp_keys: { secret: 'none' } },
    makes: 'node',
  }),
  'nodes.enrolCode': (setup) => ({
    payload: { id: setup.made['node'] },
    object: setup.made['node']!,
    before: null,
    after: { code: { secret: 'set' } },
  }),
  'nodes.clearUpdatetimes': async (setup) => {
    await setup.scene.app.deps.db
      .updateTable('nodes')
      .set({ config_pushes: 5 })
      .where('id', '=', setup.node.id)
      .execute();
    return { payload: {}, object: setup.node.id, before: { config_pushes: 5 }, after: { config_pushes: 0 } };
  },
  'nodes.entryUpdate': () => ({
    payload: { name: '广州', ip: '127.0.0.2', index: 1, ipList: [], desc: '', visible: true },
    before: null,
    after: { name: '广州', ip: '127.0.0.2' },
    makes: 'entry',
  }),
  'nodes.entryDelete': (setup) => ({
    payload: { id: setup.made['entry'] },
    object: setup.made['entry']!,
    before: { name: '广州' },
    after: null,
  }),
  'nodes.lineUpdate': (setup) => ({
    payload: { name: '线路一', agentID: setup.node.id, protocol: 'ss', scale: 2 },
    before: null,
    after: {
      name: '线路一',
      protocol: 'ss',
      scale_ppm: 2_000_000,
      keys: { secret: 'set' },
      shared_keys: { secret: 'set' },
    },
    makes: 'line',
  }),
  'nodes.lineResetHot': async (setup) => {
    await setup.scene.app.deps.db
      .updateTable('line_hot')
      .set({ hot: 99 })
      .where('line_num', '=', setup.node.lines[0]!)
      .execute();
    return { payload: {}, object: setup.node.lineIds[0]!, before: { hot: 99 }, after: { hot: 0 } };
  },
  'nodes.lineTest': (setup) => ({
    payload: { id: setup.made['line'] },
    object: setup.made['line']!,
    before: { msg: '' },
    after: { msg: expect.stringContaining('线路一') },
  }),
  'nodes.lineDelete': (setup) => ({
    payload: { id: setup.made['line'] },
    object: setup.made['line']!,
    before: { name: '线路一', keys: { secret: 'set' } },
    after: null,
  }),
};

/** The end of a node, behind what needs it. */
export const nodeEndCases: StaffCases = {
  'nodes.delete': (setup) => ({
    payload: { id: setup.made['node'] },
    object: setup.made['node']!,
    before: { name: '东京', ssh_password: { secret: 'set' } },
    after: null,
  }),
};
