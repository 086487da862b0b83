import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyOf, type Mutant } from './mutant';
import { isNoticed, type Outcome, type Tried } from './tried';

/** What the code was when mutants were tried: a digest of each file with mutants, and one of all files. */
export interface Digests {
  readonly files: Readonly<Record<string, string>>;
  readonly all: string;
}

/** Where results are kept between runs, and for which code. */
export interface Kept {
  readonly file: string;
  readonly digests: Digests;
}

interface Line {
  readonly key: string;
  readonly code: string;
  readonly all: string;
  readonly outcome: Outcome;
}

/** Keeps what became of a mutant, at once: a run that is ended early has not run in vain. */
export function keep({ file, digests }: Kept, { mutant, outcome }: Tried): void {
  const line: Line = {
    key: keyOf(mutant),
    code: digests.files[mutant.file] ?? '',
    all: digests.all,
    outcome,
  };
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/**
 * What earlier runs found. A mutant that was noticed is noticed as long as its file stays the same. One that was not is tried again as
 * soon as any file is another: there may be a test since.
 */
export function findKept({ file, digests }: Kept, mutants: readonly Mutant[]): readonly Tried[] {
  const lines = new Map(readLines(file).map((line) => [line.key, line]));
  return mutants.flatMap((mutant) => {
    const line = lines.get(keyOf(mutant));
    if (line === undefined) return [];
    const holds = line.all === digests.all || (isNoticed(line.outcome) && line.code === digests.files[mutant.file]);
    return holds ? [{ mutant, outcome: line.outcome }] : [];
  });
}

/** Digests of the code in a folder. @param files paths from there */
export function digestsOf(folder: string, files: readonly string[]): Digests {
  const digests = Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(folder, file)))]));
  return { files: digests, all: sha256(JSON.stringify(digests)) };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function readLines(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').flatMap(toLine);
}

/** The last line may be half a line. */
function toLine(text: string): readonly Line[] {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [];
  }
}
