import { existsSync } from 'node:fs';
import { lintPlanted, type Complaint, type Planted } from './planted-lint';
import { inRoot, textOf } from './workspace';

const CIRCLE = 'order/no-circle';
const FOLDERS = 'order/folder-order';
const ERRORS = 'libs/contract/src/errors.ts';
const ORDER = { root: 'libs/signing', folders: [['answer'], ['.']] };

interface Case extends Planted {
  readonly name: string;
  /** Rule, line and a part of the message, or undefined when the text is allowed. */
  readonly found: readonly [rule: string, line: number, message: string] | undefined;
}

/** `contract/index.ts` lists names of `errors.ts`, so each import of the index from there closes a circle. */
const circles: readonly (readonly [name: string, code: string, line: number])[] = [
  ['an import', `import { LIMITS } from './index';\nexport const most = LIMITS;\n`, 1],
  ['an import of a type', `import type { Clock } from './index';\nexport type Mine = Clock;\n`, 1],
  ['a type passed on', `export const a = 1;\nexport type { Clock } from './index';\n`, 2],
  ['everything passed on', `export * from './index';\n`, 1],
  ['a type named in place', `export type Mine = import('./index').Clock;\n`, 1],
  ['an entry of its own package', `export type { Clock } from '@stackcheck/contract';\n`, 1],
];

const cases: readonly Case[] = [
  ...circles.map(([name, code, line]): Case => ({
    name: `a circle of files is refused: ${name}`,
    file: ERRORS,
    code,
    found: [CIRCLE, line, `Circle of files: ${ERRORS} -> libs/contract/src/index.ts -> ${ERRORS}`],
  })),
  {
    name: 'a file that imports itself is a circle',
    file: ERRORS,
    code: `export type { ErrorBody } from './errors';\n`,
    found: [CIRCLE, 1, `Circle of files: ${ERRORS} -> ${ERRORS}`],
  },
  {
    name: 'an import that leads nowhere back is allowed',
    file: ERRORS,
    code: `export { LIMITS } from './limits';\n`,
    found: undefined,
  },
  {
    name: 'a circle is refused in tests, too',
    file: 'libs/contract/src/testing/index.ts',
    code: `export type { FixedClock } from './index';\n`,
    found: [CIRCLE, 1, 'Circle of files: libs/contract/src/testing/index.ts -> '],
  },
  {
    name: 'a circle that is on the list of known ones is let through',
    file: ERRORS,
    code: `export * from './index';\n`,
    rules: { [CIRCLE]: ['error', { known: [`${ERRORS} -> libs/contract/src/index.ts`] }] },
    found: undefined,
  },
  {
    name: 'a known circle that no longer occurs is an error',
    file: ERRORS,
    code: `export const a = 1;\n`,
    rules: { [CIRCLE]: ['error', { known: [`${ERRORS} -> libs/contract/src/index.ts`] }] },
    found: [CIRCLE, 1, 'Mended: take'],
  },
  {
    name: 'an import that runs up is refused',
    file: 'libs/signing/src/planted.ts',
    code: `export const a = 1;\nexport { STATEMENT_TYPE } from './answer/manifest-claim';\n`,
    found: [FOLDERS, 2, '. is below answer and does not import it'],
  },
  {
    name: 'an import of a type that runs up is refused',
    file: 'libs/signing/src/planted.ts',
    code: `import type { Claim } from './answer/claim';\nexport type Mine = Claim;\n`,
    found: [FOLDERS, 1, '. is below answer and does not import it'],
  },
  {
    name: 'an import that runs down is allowed',
    file: 'libs/signing/src/answer/planted.ts',
    code: `export { shortHash } from '../digest';\n`,
    found: undefined,
  },
  {
    name: 'the public entry lists names of any folder',
    file: 'libs/signing/src/index.ts',
    code: `export type { Claim } from './answer/claim';\n`,
    found: undefined,
  },
  {
    name: 'a spec arranges what it needs',
    file: 'libs/signing/src/planted.spec.ts',
    code: `export type { Claim } from './answer/claim';\n`,
    found: undefined,
  },
  {
    name: 'files of src itself stand above all folders that are listed',
    file: 'libs/signing/src/answer/planted.ts',
    code: `export { shortHash } from '../digest';\n`,
    rules: { [FOLDERS]: ['error', { ...ORDER, folders: [['answer']] }] },
    found: [FOLDERS, 1, 'answer is below . and does not import it'],
  },
  {
    name: 'folders of one entry do not import each other',
    file: 'libs/signing/src/answer/planted.ts',
    code: `export { shortHash } from '../digest';\n`,
    rules: { [FOLDERS]: ['error', { ...ORDER, folders: [['answer', '.']] }] },
    found: [FOLDERS, 1, 'answer and . stand in one entry'],
  },
  {
    name: 'a folder without a place is refused',
    file: 'libs/signing/src/planted.ts',
    code: `export type { Claim } from './answer/claim';\n`,
    rules: { [FOLDERS]: ['error', { ...ORDER, folders: [['elsewhere']] }] },
    found: [FOLDERS, 1, 'answer has no place'],
  },
  {
    name: 'a known import that no longer runs up is an error',
    file: 'libs/signing/src/digest.ts',
    code: `export const a = 1;\n`,
    rules: {
      [FOLDERS]: ['error', { ...ORDER, known: ['libs/signing/src/digest.ts -> libs/signing/src/answer/claim.ts'] }],
    },
    found: [FOLDERS, 1, 'Mended: take'],
  },
];

describe('order inside projects', () => {
  let answers: readonly (readonly Complaint[])[] = [];
  beforeAll(() => {
    answers = lintPlanted(cases);
  }, 240_000);

  it.each(cases.map((one, index) => [one.name, one.found, index] as const))('%s', (_name, found, index) => {
    const seen = answers[index]!.filter(({ rule }) => rule?.startsWith('order/'));

    expect(seen).toEqual(
      found === undefined ? [] : [{ rule: found[0], line: found[1], message: expect.stringContaining(found[2]) }],
    );
  });

  it('lists as known only what exists', () => {
    const arrows = [...textOf('tools/check/lint/known-arrows.mjs').matchAll(/'(\S+) -> (\S+)'/g)];

    const files = arrows.flatMap(([, from, to]) => [from!, to!]);

    expect(files.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  });
});
