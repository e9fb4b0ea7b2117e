import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';

// Windows and pages are fetched when they open; on a busy machine the first one takes longer than the library's second.
configure({ asyncUtilTimeout: 8000 });

// A window that closed with the last test still gives the focus back, and needs its page for that.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 50)));
