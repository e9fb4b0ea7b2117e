import { describe, expect, test } from 'vitest';
import { misplacedMocks } from './test-rules.ts';

const planted = (path: string, text: string) => new Map([[path, text]]);

describe('mocked modules', () => {
  test.each(["vi.mock('./a.ts');", "vi.doMock('./a.ts', () => ({}));"])('finds the planted %s', (text) => {
    const path = 'packages/web/src/shop/a.page.test.tsx';
    expect(misplacedMocks(planted(path, text))).toEqual([`${path} mocks a module`]);
    expect(misplacedMocks(planted('packages/web/src/shop/a.mocked.test.tsx', text))).toEqual([]);
    expect(misplacedMocks(planted('packages/server/src/shop/a.test.ts', text))).toEqual([]);
  });

  test('finds a planted name without need', () => {
    const path = 'packages/web/src/shop/a.mocked.test.ts';
    expect(misplacedMocks(planted(path, 'vi.fn();'))).toEqual([`${path} mocks no module`]);
  });
});
