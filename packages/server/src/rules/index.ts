export { currentRules } from './current.ts';
export { createDescribeRoute } from './describe.ts';
