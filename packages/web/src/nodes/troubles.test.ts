import { NodeTroubleCode, trouble } from '@skyport/contract/node-trouble';
import { expect, test } from 'vitest';
import { troubleText } from './troubles.ts';

test('every reason has a text of its own, and no letter of another language without a detail', () => {
  const texts = NodeTroubleCode.options.map((code) => troubleText(trouble(code, { seconds: 130 })));
  expect(new Set(texts).size).toBe(NodeTroubleCode.options.length);
  for (const text of texts) expect(text.replaceAll(/WARP|TCP|UDP|TLS/g, '')).not.toMatch(/[A-Za-z]/);
});

test('what a program said stands behind the text', () => {
  expect(troubleText(trouble('unreachable', { detail: 'ECONNREFUSED' }))).toBe(
    '无法连接节点的控制端口：连接被拒绝：端口没有开放，或服务没有运行',
  );
});

test('a clock that is late is shown with its sign, an age in a unit that can be read', () => {
  expect(troubleText(trouble('clockOff', { seconds: -40 }))).toBe('节点时钟偏差 -40 秒');
  const ages = [119 * 60, 47 * 3600, 49 * 3600].map((seconds) => troubleText(trouble('looksStopped', { seconds })));
  expect(ages).toEqual(['119 分钟', '47 小时', '2 天'].map((age) => `面板的后台任务没有运行，状态是 ${age}前的`));
});
