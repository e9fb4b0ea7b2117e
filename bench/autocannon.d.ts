/** The part of autocannon 9 that is used here; the package brings no types. */
declare module 'autocannon' {
  interface LoadRequest {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  interface LoadClient {
    setRequests(requests: LoadRequest[]): void;
  }
  interface LoadOptions {
    url: string;
    connections: number;
    duration: number;
    overallRate?: number;
    timeout?: number;
    setupClient?: (client: LoadClient) => void;
  }
  interface LoadResult {
    duration: number;
    errors: number;
    timeouts: number;
    latency: { p50: number; p99: number };
    requests: { total: number };
    statusCodeStats: Record<string, { count: number }>;
  }
  const autocannon: (options: LoadOptions) => Promise<LoadResult>;
  export default autocannon;
}
