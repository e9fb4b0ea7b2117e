import { afterAll, vi } from 'vitest';
import { resetBrowser } from './browser.ts';
import './patient-library.ts';

// This runs once a test file; files of one worker share its browser and its modules.
resetBrowser();

// A module that is still being read when its file ends would be missing in the next one.
afterAll(() => vi.dynamicImportSettled());
