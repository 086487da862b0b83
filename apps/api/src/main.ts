import 'reflect-metadata';
import { ConfigError, readConfig } from './config';
import { startApi } from './start-api';
import { banner } from './banner';

/** Exit code of a configuration that cannot be used (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78;

async function main(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  for (const warning of config.warnings) process.stderr.write(`stackcheck: ${warning}\n`);
  if (args.includes('--check-config')) {
    process.stdout.write('stackcheck: the configuration is valid\n');
    return;
  }
  const api = await startApi(config);
  if (config.logLevel !== 'silent') process.stdout.write(banner(config, api.url, api.health()));

  let draining = false;
  const stop = (): void => {
    if (draining) process.exit(1);
    draining = true;
    api.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof ConfigError;
  const text = error instanceof Error ? error.message : 'unexpected fault at start';
  process.stderr.write(`stackcheck: ${text}\n`);
  process.exit(known ? EXIT_CONFIG : 1);
});
