import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { AREAS, isMutated, type Area } from './areas';
import { readArguments, type Asked } from './arguments';
import { findMutants } from './find-mutants';
import { digestsOf } from './kept-results';
import { chooseMutants, type Mutant } from './mutant';
import { changeOf, NOTICED_PERCENT_MIN, scoreOf, survivorsOf, tableOf } from './report';
import type { Tried } from './tried';
import { tryMutants } from './try-mutants';
import { copyRepository, filesOf, type WorkingCopy } from './working-copy';

const ROOT = join(__dirname, '..', '..', '..');
const RESULTS = join(ROOT, 'tmp', 'mutate', 'results.jsonl');
const EXIT_USAGE = 2;
const EXIT_STOPPED = 130;

/** As for all tests: in memory, where there is some to spare. */
const chooseTemporaryFolder = createRequire(__filename)(join(ROOT, 'jest.temporary.js')) as () => void;

type Files = Pick<WorkingCopy, 'folder' | 'files'>;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(args: readonly string[]): Promise<number> {
  const asked = readArguments(
    args,
    AREAS.map(({ name }) => name),
  );
  if ('fault' in asked) {
    say(`${asked.fault}\nnpm run mutate -- --help says what there is`);
    return EXIT_USAGE;
  }
  if (asked.help) {
    process.stdout.write(readFileSync(join(__dirname, '..', 'usage.txt'), 'utf8'));
    return 0;
  }
  const areas = AREAS.filter(({ name }) => asked.areas.length === 0 || asked.areas.includes(name));
  return asked.list ? list(areas, asked) : tryAll(areas, asked);
}

async function list(areas: readonly Area[], asked: Asked): Promise<number> {
  const here = { folder: ROOT, files: filesOf(ROOT) };
  for (const area of areas)
    for (const mutant of await chosenOf(here, area, asked)) process.stdout.write(`${changeOf(mutant)}\n`);
  return 0;
}

async function tryAll(areas: readonly Area[], asked: Asked): Promise<number> {
  chooseTemporaryFolder();
  // Tests look for published data next to the checkout.
  process.env['CORPORA_DIR'] = resolve(ROOT, process.env['CORPORA_DIR'] ?? '../shared/corpora');
  const copy = copyRepository(ROOT);
  // A signal would end the process without its `exit` listeners.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(EXIT_STOPPED));
  process.once('exit', copy.remove);
  if (asked.fresh) rmSync(RESULTS, { force: true });
  const kept = { file: RESULTS, digests: digestsOf(copy.folder, copy.files) };
  const done: [string, readonly Tried[]][] = [];
  for (const area of areas) {
    const mutants = await chosenOf(copy, area, asked);
    if (mutants.length === 0) continue;
    say(`${area.name}: ${mutants.length} mutants`);
    process.chdir(copy.folder);
    const { folder } = copy;
    const tried = await tryMutants({ folder, mutants, tests: testsOf(copy.files, area), kept }, asked.jobs);
    process.chdir(ROOT);
    process.stdout.write(survivorsOf(tried));
    done.push([area.name, tried]);
  }
  process.stdout.write(`\n${tableOf(done)}`);
  const { percent } = scoreOf(done.flatMap(([, tried]) => tried));
  return percent >= NOTICED_PERCENT_MIN ? 0 : 1;
}

function testsOf(files: readonly string[], { tests }: Area): readonly string[] {
  return files.filter((file) => file.endsWith('.spec.ts') && tests.some((folder) => file.startsWith(`${folder}/`)));
}

/** @param from the copy where mutants are tried: it stays as it is while the repository is worked on */
async function chosenOf(from: Files, { code }: Area, { sample, seed, file }: Asked): Promise<readonly Mutant[]> {
  const isOurs = (path: string): boolean => code.some((folder) => path.startsWith(`${folder}/`));
  const files = from.files.filter((path) => isOurs(path) && isMutated(path) && path.includes(file));
  return chooseMutants(await findMutants(from.folder, files), sample, seed);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (fault: unknown) => {
    say(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
    process.exit(1);
  },
);
