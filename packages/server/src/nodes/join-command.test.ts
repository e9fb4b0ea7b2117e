import { expect, test } from 'vitest';
import { handPrefix, joinCommand, scriptAddress } from './join-command.ts';

const node = { id: '01970000-0000-7000-8000-000000000001', ctrl_port: 888 };

test('the line fetches the script with what is there, and names node, port and code', () => {
  const script = scriptAddress('apine', '', 'https://console.example/');
  expect(joinCommand({ node, code: 'AB-12', script, prefix: '' })).toBe(
    `f=$(mktemp) && { curl -fsSL -o "$f" 'https://console.example/install/apine.sh' || ` +
      `wget -O "$f" 'https://console.example/install/apine.sh'; } && ` +
      `sh "$f" install --node-id ${node.id} --port 888 --code AB-12 --reenrol`,
  );
});

test('a script elsewhere is taken from there, and nothing in its address reaches the shell', () => {
  const script = scriptAddress('apine', " https://cdn.example/a.sh?'; reboot; ' ", 'https://console.example');
  expect(joinCommand({ node, code: 'AB-12', script, prefix: '' })).toContain(
    String.raw`wget -O "$f" 'https://cdn.example/a.sh?'\''; reboot; '\'''; }`,
  );
});

test('nodes of one machine have folders of their own, and each keeps the one it has', () => {
  const alone = [{ num: 3, prefix: '' }];
  expect(handPrefix(3, alone)).toBe('');
  expect(handPrefix(3, [{ num: 3, prefix: '/srv/node' }])).toBe('/srv/node');
  expect(handPrefix(3, [{ num: 3, prefix: '~/skyport' }])).toBe('');
  expect(handPrefix(4, [...alone, { num: 4, prefix: '' }])).toBe('/opt/skyport-4');
  expect(handPrefix(3, [...alone, { num: 4, prefix: '' }])).toBe('');
  expect(handPrefix(3, [...alone, { num: 4, prefix: '/opt/skyport' }])).toBe('/opt/skyport-3');
});
