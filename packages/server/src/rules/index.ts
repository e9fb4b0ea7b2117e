export { currentRules } from './current.ts';
export { createDescribeRoute } from './describe.ts';
export { listAddressProblem } from './outside/fetch-list.ts';
export { fetchOutsideLists } from './outside/jobs.ts';
export { switchedOn } from './outside/served-names.ts';
export { storedOutsideLists } from './outside/store.ts';
