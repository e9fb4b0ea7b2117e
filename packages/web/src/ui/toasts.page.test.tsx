import { expect, test, vi } from 'vitest';
import { whenIdle } from '../device/when-idle.ts';
import { newToasts, toast, type ToastModule } from './toasts.ts';

/** A module that brings no library, and what was put on it. */
const moduleOf = (): { module: ToastModule; put: string[] } => {
  const put: string[] = [];
  return {
    put,
    module: {
      default: () => null,
      putToast: ({ text }, kind) => void put.push(`${kind} ${text}`),
      dropToast: ({ text }) => void put.push(`− ${text}`),
    },
  };
};

test('toasts asked before their library is there are shown in order when it is, fetched once', async () => {
  const { module, put } = moduleOf();
  const arrives = Promise.withResolvers<ToastModule>();
  const load = vi.fn(() => arrives.promise);
  const toasts = newToasts(load);
  toasts.show(toast('一'));
  toasts.show(toast('二'), 'error');
  expect(put).toEqual([]);
  arrives.resolve(module);
  await toasts.fetch();
  toasts.show(toast('三'), 'success');
  await toasts.fetch();
  expect(put).toEqual(['info 一', 'error 二', 'success 三']);
  expect(load).toHaveBeenCalledOnce();
  expect(await toasts.module).toBe(module);
});

test('a toast that is taken away asks for no library', async () => {
  const { module, put } = moduleOf();
  const load = vi.fn(async () => module);
  const toasts = newToasts(load);
  toasts.hide(toast('一'), 'error');
  expect(load).not.toHaveBeenCalled();
  toasts.show(toast('一'), 'error');
  toasts.hide(toast('一'), 'error');
  await toasts.fetch();
  expect(put).toEqual(['error 一', '− 一']);
});

test('a library that cannot be fetched throws nothing, and is fetched again for the next toast', async () => {
  const { module, put } = moduleOf();
  const load = vi.fn(async () => module).mockRejectedValueOnce(new TypeError('no network'));
  const toasts = newToasts(load);
  toasts.show(toast('一'));
  await toasts.fetch();
  expect([load.mock.calls.length, put]).toEqual([1, []]);
  toasts.show(toast('二'));
  await toasts.fetch();
  expect([load.mock.calls.length, put]).toEqual([2, ['info 二']]);
});

test('what can wait runs when the browser is idle, or after some seconds where it cannot tell', () => {
  const run = vi.fn<() => void>();
  const later: { run: () => void; ms: number }[] = [];
  const setTimeout = (then: () => void, ms: number): void => void later.push({ run: then, ms });
  const idle: (() => void)[] = [];
  whenIdle(run, { setTimeout, requestIdleCallback: (then) => idle.push(then) });
  expect([idle.length, later.length, run.mock.calls.length]).toEqual([1, 0, 0]);
  idle[0]?.();
  expect(run).toHaveBeenCalledOnce();
  whenIdle(run, { setTimeout }, 2000);
  expect(later.map(({ ms }) => ms)).toEqual([2000]);
  later[0]?.run();
  expect(run).toHaveBeenCalledTimes(2);
});
