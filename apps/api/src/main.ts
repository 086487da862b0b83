import 'reflect-metadata';
import { ConfigError, readConfig } from './config';
import { runApi } from './run-api';
import { workerIndex } from './workers/worker-process';

/** Exit code of a configuration that cannot be used (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78;

async function main(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  if (workerIndex() === undefined)
    for (const warning of config.warnings) process.stderr.write(`stackcheck: ${warning}\n`);
  if (args.includes('--check-config')) {
    process.stdout.write('stackcheck: the configuration is valid\n');
    return;
  }
  await runApi(config);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof ConfigError;
  const text = error instanceof Error ? error.message : 'unexpected fault at start';
  process.stderr.write(`stackcheck: ${text}\n`);
  process.exit(known ? EXIT_CONFIG : 1);
});
