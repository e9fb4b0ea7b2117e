export { prepareExport } from './prepare.ts';
export { createListExportRoute } from './route.ts';
