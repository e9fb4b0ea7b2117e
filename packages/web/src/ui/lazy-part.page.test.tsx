import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { press } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { Arriving } from './arriving.tsx';
import { boundaryTexts as texts } from './boundary-texts.ts';
import { commonTexts } from './common-texts.ts';
import { lazyPart } from './lazy-part.ts';
import { windowFailed } from './plain-window.tsx';

const Inside = (): ReactNode => <p>到了</p>;
const lost = () => new TypeError('Failed to fetch dynamically imported module');

/** Code that does not arrive `times` times. */
const losing = (times: number) => {
  const load = vi.fn(async () => ({ default: Inside }));
  for (let n = 0; n < times; n += 1) load.mockRejectedValueOnce(lost());
  return load;
};

beforeEach(() => {
  // The server does not say what version it serves.
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(lost()));
  // What React says of a fault that was caught.
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    said.mockRestore();
  });
});

/** Shows a part beside something that has to stay. */
const show = (load: ReturnType<typeof losing>): void => {
  const Part = lazyPart(load);
  showPage(
    <>
      <nav>菜单</nav>
      <Arriving fallback={<p>等待</p>}>
        <Part />
      </Arriving>
    </>,
  );
};

test('a file that is lost once is asked for again, and nobody notices', async () => {
  const load = losing(1);
  show(load);
  expect(screen.getByText('等待')).toBeDefined();
  expect(await screen.findByText('到了')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that does not arrive says so in its own place, and is fetched again by its button', async () => {
  const load = losing(2);
  show(load);
  expect((await screen.findByRole('alert')).textContent).toContain(texts.missing);
  expect(screen.getByText('菜单')).toBeDefined();
  await press(texts.again);
  expect(await screen.findByText('到了')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(3);
});

test('being online again fetches it without a button', async () => {
  show(losing(2));
  await screen.findByRole('alert');
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('到了')).toBeDefined();
});

test('a fault of the part itself leaves the rest standing and offers another page', async () => {
  const Broken = (): ReactNode => {
    throw new Error('a fault of ours');
  };
  show(vi.fn(async () => ({ default: Broken })));
  expect((await screen.findByRole('alert')).textContent).toContain(texts.broken);
  expect(screen.getByText('菜单')).toBeDefined();
});

test('where not even the code of windows arrives, something like one says so and can be closed', async () => {
  const onClose = vi.fn<() => void>();
  const Part = lazyPart(losing(9));
  showPage(
    <Arriving failed={windowFailed({ opened: true, onClose, title: '免费体验' })}>
      <Part />
    </Arriving>,
  );
  expect((await screen.findByRole('alertdialog')).textContent).toContain('免费体验');
  await press(commonTexts.close);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('code fetched ahead is not shown, and a failure of it is no failure of the part', async () => {
  const load = losing(1);
  const Part = lazyPart(load);
  Part.prefetch();
  await new Promise((resolve) => setTimeout(resolve));
  showPage(
    <Arriving>
      <Part />
    </Arriving>,
  );
  expect(await screen.findByText('到了')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});
