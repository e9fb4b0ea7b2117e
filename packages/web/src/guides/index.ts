export { guideRoutes } from './routes.ts';
