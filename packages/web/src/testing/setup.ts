import { configure } from '@testing-library/react';

// Windows and pages are fetched when they open; on a busy machine the first one takes longer than the library's second.
configure({ asyncUtilTimeout: 8000 });
