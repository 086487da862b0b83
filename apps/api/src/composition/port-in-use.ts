import { createServer } from 'node:net';

/** A port that the API is to listen on, and the variable that names it. */
export interface WantedPort {
  readonly variable: 'PORT' | 'METRICS_PORT';
  readonly port: number;
}

/**
 * The sentence on the first wanted port that another program listens on, or undefined. It is asked before anything is opened or
 * logged, so that this sentence is all that is said. Any other fault is left to the server that listens in the end.
 */
export async function portInUse(host: string, wanted: readonly WantedPort[]): Promise<string | undefined> {
  for (const { variable, port } of wanted) {
    if (port !== 0 && !(await isFree(host, port))) return portInUseText(variable, port);
  }
  return undefined;
}

/** What a person can do about a port that is taken. */
export function portInUseText(variable: WantedPort['variable'], port: number): string {
  return `port ${port} is in use; try ${variable}=${port < 65_535 ? port + 1 : port - 1}`;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
