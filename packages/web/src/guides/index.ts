export { guideRoutes } from './routes.ts';
export { UPDATE_MINUTES, versions } from './versions.ts';
