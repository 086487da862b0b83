import 'reflect-metadata';
import { ConfigError, readConfig } from './config';
import { startApi } from './start-api';
import { banner } from './banner';
import { endOnUncaughtFaults } from './operations/process-guards';

/** Exit code of a configuration that cannot be used (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78;

async function main(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  for (const warning of config.warnings) process.stderr.write(`stackcheck: ${warning}\n`);
  if (args.includes('--check-config')) {
    process.stdout.write('stackcheck: the configuration is valid\n');
    return;
  }
  endOnUncaughtFaults();
  const api = await startApi(config);
  if (config.logLevel !== 'silent') process.stdout.write(banner(config, api.url, api.health()));

  const end = (code: number): void => {
    api.close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  let draining = false;
  const stop = (): void => {
    if (draining) process.exit(1);
    draining = true;
    end(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  void api.failed.then((why) => {
    process.stderr.write(`stackcheck: payments end, and so does this process: ${why}\n`);
    end(1);
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const known = error instanceof ConfigError;
  const text = error instanceof Error ? error.message : 'unexpected fault at start';
  process.stderr.write(`stackcheck: ${text}\n`);
  process.exit(known ? EXIT_CONFIG : 1);
});
