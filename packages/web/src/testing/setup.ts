import { resetBrowser } from './browser.ts';
import './patient-library.ts';

// This runs once a test file; files of one worker share its browser and its modules.
resetBrowser();
