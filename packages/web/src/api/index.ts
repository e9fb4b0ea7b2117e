export { askMailedLink } from './ask-link.ts';
export { callServer, NETWORK_FAILURE } from './client.ts';
export { toastCommonFailure } from './errors-to-toast.ts';
export { StepUpWindow } from './step-up-window.tsx';
export { newQueryClient } from './query-client.ts';
export { personCame, personLeft, personNow, useDrawing } from './person.ts';
export { callKey, readOptions } from './read-options.ts';
export { useCall, type CallOptions } from './use-call.ts';
export { useChange, type Change, type ChangeOptions } from './use-change.ts';
