import { createOutgoing } from '../../platform/outgoing.ts';
import { readAddresses } from './addresses.ts';
import { endpointsIn } from './plan.ts';
import { usdtTexts } from './texts.ts';

/** What is wrong with a setting of receiving addresses, in Chinese; undefined when it can be used. */
export const addressProblem = (text: string): string | undefined => {
  const read = readAddresses(text);
  return 'why' in read ? usdtTexts.address[read.why](read.part) : undefined;
};

/**
 * What is wrong with a setting of endpoints, in Chinese; undefined when all of them will be asked. An endpoint is named
 * by its host: keys stand in the rest. `allowPrivate`: those of this machine are asked too, in tests and the demo.
 */
export const endpointsProblem = (text: string, allowPrivate: boolean): string | undefined => {
  const { problemOf } = createOutgoing({ allowPrivate });
  for (const url of endpointsIn(text).map((endpoint) => new URL(endpoint.url))) {
    const problem = problemOf(url);
    if (problem) return usdtTexts.endpoint[problem](url.host);
  }
  return undefined;
};
