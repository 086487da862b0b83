import 'reflect-metadata';
import { systemClock } from '@stackcheck/contract';
import { ConfigError } from '../config/config';
import { readConfig } from './read-config';
import { reconcileCommand } from './reconcile-command';

const USAGE = 'usage: npm run payments -- reconcile [--dry-run]';

/** `npm run payments -- reconcile`: a program of the API, since it settles with the API's configuration. */
async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (args.includes('--help')) {
    print(USAGE);
    return 0;
  }
  if (args.some((arg) => arg !== '--dry-run')) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  return reconcileCommand(readConfig(process.env), { dryRun: args.includes('--dry-run'), print, clock: systemClock });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const { message } = error as { readonly message?: string };
    process.stderr.write(`stackcheck: ${message ?? 'unexpected fault'}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
