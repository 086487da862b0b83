import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packCommandLine } from './pack-command-line';
import { packLibraries } from './pack-libraries';

const ROOT = join(__dirname, '..', '..', '..');
const TARGET = join(ROOT, 'dist', 'packages');
const EXIT_USAGE = 2;
/** Packs the command line alone. */
const COMMAND_LINE = 'stackcheck';

async function main([first, ...others]: readonly string[]): Promise<number> {
  if (first === '--help' && others.length === 0) {
    process.stdout.write(readFileSync(join(__dirname, '..', 'usage.txt'), 'utf8'));
    return 0;
  }
  if (first === COMMAND_LINE && others.length === 0) return packAlone();
  if (first !== undefined) {
    process.stderr.write(`npm run pack takes no ${first}; npm run pack -- --help says what it does\n`);
    return EXIT_USAGE;
  }
  for (const { tarball } of await packLibraries(ROOT, TARGET)) process.stdout.write(`${relative(ROOT, tarball)}\n`);
  return packAlone();
}

async function packAlone(): Promise<number> {
  const { tarball } = await packCommandLine(ROOT, TARGET);
  process.stdout.write(`${relative(ROOT, tarball)}\n`);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exitCode = 1;
  },
);
