import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runIn } from '../discovery/run-program';
import { ROOT } from '../service/repository';
import { Scratch } from '../service/scratch';
import { codeBlocks, placeOf, type CodeBlock } from './code-blocks';
import { installPacked, libraryFolders, linkPackage } from './packed-packages';
import { brokenPromise, printedLines, promisedLines } from './printed-lines';

/** Values are printed on one line each, as examples write them in a comment. */
const ONE_LINE = "Object.assign(require('node:util').inspect.defaultOptions, { breakLength: Infinity, compact: 9 });\n";

const examples: readonly (readonly [string, CodeBlock])[] = libraryFolders()
  .map((folder) => `${folder}/README.md`)
  .flatMap((page) => codeBlocks(page, readFileSync(join(ROOT, page), 'utf8')))
  // A further word names a block that a test of its own runs.
  .filter(({ language, words }) => (language === 'ts' || language === 'js') && words.length === 0)
  .map((block) => [placeOf(block), block]);

const scratch = new Scratch();
let project: string;

it('examples stand in the README of every library', () => {
  const shown = new Set(examples.map(([, { page }]) => page));

  expect(libraryFolders().filter((folder) => !shown.has(`${folder}/README.md`))).toEqual([]);
});

/** All libraries are packed and compiled for them. */
const fullDescribe = process.env['CAMPAIGN'] === 'full' ? describe : describe.skip;

fullDescribe('the examples of the libraries (CAMPAIGN=full)', () => {
  beforeAll(async () => {
    project = scratch.folder();
    await installPacked(project);
    for (const name of ['@types/node', '@types/better-sqlite3']) linkPackage(project, name);
    for (const [, block] of examples) writeFileSync(join(project, fileOf(block)), block.text);
    writeFileSync(join(project, 'one-line.cjs'), ONE_LINE);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(SETTINGS));
  }, 300_000);
  afterAll(() => scratch.clear());

  it('are right by the compiler, with the types that the packages bring', async () => {
    const { code, stdout } = await runIn(
      project,
      process.execPath,
      [join(ROOT, 'node_modules', '.bin', 'tsc')],
      process.env,
    );

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  }, 240_000);

  it.each(examples)('%s prints what it says, from the packed packages', async (_place, block) => {
    const file = join('out', `${basename(fileOf(block)).replace(/\.m?[jt]s$/, '')}.mjs`);
    expect(existsSync(join(project, file))).toBe(true);

    const { code, stdout, stderr } = await runIn(
      project,
      process.execPath,
      ['-r', './one-line.cjs', file],
      process.env,
    );

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(brokenPromise(promisedLines(block.text), printedLines(stdout))).toBeUndefined();
    expect(promisedLines(block.text).length).toBeGreaterThan(0);
  });
});

const SETTINGS = {
  compilerOptions: {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    lib: ['es2023'],
    types: ['node'],
    strict: true,
    allowJs: true,
    outDir: 'out',
  },
  include: ['*.mts', '*.mjs'],
};

/** One file for each block: `eol-core-6.mts`. */
function fileOf({ page, line, language }: CodeBlock): string {
  return `${basename(join(page, '..'))}-${line}.m${language}`;
}
