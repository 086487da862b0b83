/** What the command line of the API asks for. */
export type Asked =
  | { readonly kind: 'serve' }
  | { readonly kind: 'check_config' }
  | { readonly kind: 'help' }
  | { readonly kind: 'fault'; readonly text: string };

/** What `--help` prints. */
export const USAGE = `npm run api -- [--check-config]

Serves the HTTP API, alone and in the foreground. Installs and compiles nothing. The environment configures it: docs/configuration.md.

  --check-config   check the configuration and end
  --help           this text

Exit codes: 0 ended as asked, 1 a fault (a port in use, another host's ledger, …), 2 wrong usage, 78 wrong configuration.
`;

/** Reads the arguments of the API. It takes no other than these, so that a mistyped one never starts a server. */
export function readCommandLine(args: readonly string[]): Asked {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  const unknown = args.find((arg) => arg !== '--check-config');
  if (unknown !== undefined) return { kind: 'fault', text: `unknown argument ${unknown}\n\n${USAGE}` };
  return { kind: args.length > 0 ? 'check_config' : 'serve' };
}
