import { configure } from '@testing-library/react';
import { PATIENCE_MS } from '../../../../testkit/patience.ts';

// Windows and pages are fetched when they open; on a busy machine the first one takes longer than the library's second.
configure({ asyncUtilTimeout: PATIENCE_MS });
