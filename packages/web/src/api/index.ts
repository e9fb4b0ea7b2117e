export { askMailedLink } from './ask-link.ts';
export { callServer, NETWORK_FAILURE } from './client.ts';
export { toastCommonFailure } from './errors-to-toast.ts';
export { StepUpWindow } from './step-up-window.tsx';
export { newQueryClient } from './query-client.ts';
export { callKey, useCall, type CallOptions } from './use-call.ts';
export { useChange, type Change, type ChangeOptions } from './use-change.ts';
