/** Version of the agent as told to the panel; the bundle carries it along. */
export const AGENT_VERSION = '0.1.0';
