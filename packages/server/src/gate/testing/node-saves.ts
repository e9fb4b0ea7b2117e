import { nodeForm } from '../../nodes/testing.ts';
import { AUDIT, columnsOf, listed, type FieldCase, type SaveCases, type SaveScene } from './save-case.ts';

const WARP = `[Interface]
PrivateKey = ${Buffer.alloc(32, 7).toString('base64')}
Address = 172.16.0.2/32
[Peer]
PublicKey = ${Buffer.alloc(32, 8).toString('base64')}
Endpoint = engage.example.com:2408
`;

/** Documents, and nodes, hear of every save. */
const CATALOGUE = 'versions[catalogue].value';
const TOLD = ['fleet_changes+', CATALOGUE];

const NODES = { list: '/api/admin/agents/list', save: '/api/admin/agents/update' };
const form = nodeForm({ host: 'jp.example.com', ctrl_port: 888, public_port: 20_001, zz_port: 20_002 });

const nodeFields = columnsOf('nodes', {
  index: [5, 'position'],
  name: ['大阪', 'name'],
  country: [{ name: '韩国', flag: '🇰🇷' }, 'country'],
  host: ['kr.example.com', 'host'],
  ctrl_port: [999, 'ctrl_port'],
  zz_port: [20_100, 'zz_port'],
  port: [20_200, 'port'],
  public_port: [20_300, 'public_port'],
  desc: ['说明', 'description'],
  warp: [true, 'warp'],
  warp_keys: [WARP, 'warp_keys_enc'],
  open_log: [true, 'open_log'],
  serverType: ['ubuntu_arm', 'server_type'],
  ssh_username: ['deploy', 'ssh_username'],
  // What was stored goes with its address.
  ssh_port: [2222, 'ssh_port', 'ssh_password_enc'],
  ssh_password: ['another password', 'ssh_password_enc'],
  ip: ['203.0.113.77', 'ip', 'ssh_password_enc'],
  panel_networks: [['203.0.113.0/24'], 'panel_networks'],
  enabled: [false, 'enabled'],
  link_mbps: [500, 'link_mbps'],
});

/** A line whose node, entry and permission exist, and other ones of each. */
const lineThing = async (scene: SaveScene) => {
  const { ask } = scene;
  const [first, second] = [await ask(NODES.save, form), await ask(NODES.save, form)];
  const entry = await ask('/api/admin/entrys/update', { name: '广州', ip: '203.0.113.20' });
  const permission = await ask('/api/admin/permissions/update', { name: scene.app.deps.ids.next() });
  const simple = columnsOf('lines', {
    index: [5, 'position'],
    name: ['线路二', 'name'],
    scale: [2, 'scale_ppm'],
    num: [3, 'copies'],
    public: [true, 'is_public'],
    disableForAgency: [true, 'disable_for_agency'],
    permissionRequire: [permission._id, 'permission_id'],
    bridgeAddr: ['cdn.example.com', 'bridge_addr'],
    ip: ['203.0.113.88', 'ip'],
    host: ['line.example.com', 'host'],
    realityTarget: ['www.example.com:443', 'reality_target'],
    protocol: ['vmesh_ws', 'protocol', 'secrets_enc', 'public_secrets'],
    agentID: [second._id, 'node_id'],
    bridge: ['cf_cdn', 'bridge'],
  });
  const fixed: FieldCase = {
    value: true,
    along: { num: 1 },
    changes: ['lines[it].fix_name', 'lines[it].copies', ...AUDIT],
  };
  const relayed: FieldCase = {
    value: entry._id,
    along: { bridge: 'report' },
    changes: ['lines[it].entry_id', 'lines[it].bridge', ...AUDIT],
  };
  return listed(
    scene,
    {
      list: '/api/admin/agent_line/list',
      save: '/api/admin/agent_line/update',
      form: { name: '线路一', agentID: first._id, protocol: 'vmesh_tcp' },
    },
    { ...simple, fixName: fixed, entryID: relayed },
  );
};

/** Nodes with their entries and lines. */
export const nodeSaves: SaveCases = {
  'nodes.update': {
    make: async (scene) => {
      const thing = await listed(
        scene,
        { ...NODES, form: { ...form, ssh_password: 'first password' } },
        {
          ...nodeFields,
          type: {
            value: 'h2',
            along: { warp: false, open_log: false },
            changes: ['nodes[it].type', 'nodes[it].warp', 'nodes[it].open_log', ...AUDIT],
          },
        },
      );
      return thing;
    },
    controls: ['_id', 'copy_of', 'shown', 'change'],
    always: TOLD,
    tables: ['nodes'],
  },
  'nodes.entryUpdate': {
    make: (scene) =>
      listed(
        scene,
        {
          list: '/api/admin/entrys/list',
          save: '/api/admin/entrys/update',
          form: { name: '广州', ip: '203.0.113.20' },
        },
        columnsOf('entries', {
          index: [5, 'position'],
          name: ['深圳', 'name'],
          ip: ['203.0.113.21', 'ip'],
          ipList: [['203.0.113.22'], 'ip_list'],
          desc: ['说明', 'description'],
          visible: [false, 'visible'],
        }),
      ),
    controls: ['_id', 'shown', 'change'],
    always: [CATALOGUE],
    tables: ['entries'],
  },
  'nodes.lineUpdate': { make: lineThing, controls: ['_id', 'shown', 'change'], always: TOLD, tables: ['lines'] },
};
