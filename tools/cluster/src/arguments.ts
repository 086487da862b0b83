/** What `npm run cluster` was asked for. */
export interface ClusterOptions {
  /** Keeps what is written; null: it is temporary. */
  readonly data: string | null;
}

/** Reads the command line, or says what is wrong with it. */
export function readArguments(args: readonly string[]): ClusterOptions | { readonly fault: string } {
  let data: string | null = null;
  for (let at = 0; at < args.length; at++) {
    const [name, joined] = args[at]!.split(/=(.*)/s);
    if (name !== '--data') return { fault: `unknown argument ${args[at]}` };
    const value = joined ?? args[++at];
    if (value === undefined || value === '' || value.startsWith('-')) return { fault: '--data needs a folder' };
    data = value;
  }
  return { data };
}

/** The balancer's port, as `npm start` reads it; undefined when it is none. */
export function readPort(text: string | undefined): number | undefined {
  const port = Number(text?.trim() || 8402);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
