import 'reflect-metadata';
import { readCommandLine, USAGE } from './composition/command-line';
import { handedSocket } from './composition/handed-socket';
import { readConfig } from './composition/read-config';
import { ConfigError } from './config/config';
import { portInUse, portInUseText, type WantedPort } from './composition/port-in-use';
import { runApi } from './composition/run-api';
import { workerIndex } from './composition/workers/worker-process';

const EXIT_FAULT = 1;
const EXIT_USAGE = 2;
/** Exit code of a configuration that cannot be used (EX_CONFIG of sysexits.h). */
const EXIT_CONFIG = 78;

async function main(args: readonly string[]): Promise<void> {
  const asked = readCommandLine(args);
  if (asked.kind === 'help') return void process.stdout.write(USAGE);
  if (asked.kind === 'fault') return end(EXIT_USAGE, asked.text);

  const config = readConfig(process.env);
  const isFirst = workerIndex() === undefined;
  if (isFirst) for (const warning of config.warnings) process.stderr.write(`stackcheck: ${warning}\n`);
  if (asked.kind === 'check_config') return void process.stdout.write('stackcheck: the configuration is valid\n');

  const { env, pid, ppid } = process;
  const isHanded = handedSocket({ env, pid, ppid, isWorker: !isFirst }) !== undefined;
  const taken = isFirst && (await portInUse(config.host, wantedPorts(config, isHanded)));
  if (taken) return end(EXIT_FAULT, taken);
  await runApi(config);
}

const wantedPorts = (
  { port, metricsPort }: { readonly port: number; readonly metricsPort: number },
  isHanded: boolean,
): readonly WantedPort[] => [
  ...(isHanded ? [] : [{ variable: 'PORT', port } as const]),
  { variable: 'METRICS_PORT', port: metricsPort },
];

/** One sentence, and nothing after it. */
function end(code: number, text: string): void {
  process.stderr.write(`stackcheck: ${text.trimEnd()}\n`);
  process.exit(code);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const { code, port } = error as { readonly code?: string; readonly port?: number };
  // Taken since it was asked.
  if (code === 'EADDRINUSE' && port !== undefined) return end(EXIT_FAULT, portInUseText('PORT', port));
  end(
    error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAULT,
    error instanceof Error ? error.message : 'unexpected fault at start',
  );
});
