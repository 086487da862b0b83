import { lintPlanted, type Complaint, type Planted } from './planted-lint';

/** Who may import whom, written down a second time, as far as these projects go: tools/check/lint/projects.mjs. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'image-parser': [],
  signing: [],
  'eol-core': ['contract', 'image-parser'],
  datasets: ['contract', 'eol-core', 'signing'],
  'payment-x402': ['contract'],
  'store-sqlite': ['contract', 'datasets', 'payment-x402', 'signing'],
  'payment-http': ['contract', 'signing', 'payment-x402', 'store-sqlite'],
  api: ['contract', 'image-parser', 'signing', 'eol-core', 'datasets', 'payment-http', 'payment-x402', 'store-sqlite'],
  ingest: ['contract', 'signing', 'eol-core', 'datasets', 'store-sqlite'],
};
const PROJECTS = Object.keys(MAY_USE);
const APPS = ['api', 'ingest'];
const DOMAIN = ['contract', 'image-parser', 'signing', 'eol-core', 'datasets', 'payment-x402'];

const BOUNDARY = '@nx/enforce-module-boundaries';
const IMPORTS = 'no-restricted-imports';
const GLOBALS = 'no-restricted-globals';
const SYNTAX = 'no-restricted-syntax';

interface Case extends Planted {
  readonly name: string;
  /** The rule that must fire, or undefined when the text is allowed. */
  readonly rule: string | undefined;
}

const cases: readonly Case[] = [
  ...PROJECTS.flatMap((from) => PROJECTS.map((to) => arrow(from, to))),
  ...DOMAIN.flatMap(impurities),
  ...packages(),
  ...singleCases(),
];

describe('module boundaries', () => {
  let answers: readonly (readonly Complaint[])[] = [];
  beforeAll(() => {
    answers = lintPlanted(cases);
  }, 240_000);

  it.each(cases.map((one, index) => [one.name, one, index] as const))('%s', (_name, one, index) => {
    // A planted text stands in place of a whole file; what order that leaves is judged by import-order.spec.ts.
    const rules = answers[index]!.map((complaint) => complaint.rule).filter((rule) => !rule?.startsWith('order/'));

    expect(rules).toEqual(one.rule === undefined ? [] : expect.arrayContaining([one.rule]));
  });
});

function arrow(from: string, to: string): Case {
  const allowed = MAY_USE[from]!.includes(to);
  const entry = to === 'store-sqlite' ? 'store-sqlite/snapshots' : to;
  return {
    name: `${from} ${allowed ? 'may' : 'must not'} import ${to}`,
    file: planted(from),
    code: `export * from '@stackcheck/${entry}';\n`,
    rule: allowed ? undefined : BOUNDARY,
  };
}

function impurities(project: string): Case[] {
  const cryptoAllowed = project === 'signing' || project === 'payment-x402';
  const texts: readonly (readonly [string, string, string | undefined])[] = [
    ['read files', `export { readFileSync } from 'node:fs';\n`, IMPORTS],
    ['read files by the old name', `export { readFileSync } from 'fs';\n`, IMPORTS],
    ['read sub-paths of Node', `export { readFile } from 'node:fs/promises';\n`, IMPORTS],
    ['use node:crypto', `export { createHash } from 'node:crypto';\n`, cryptoAllowed ? undefined : IMPORTS],
    ['read the environment', `export const home = process.env['HOME'];\n`, GLOBALS],
    ['measure time', `export const t = performance.now();\n`, GLOBALS],
    ['draw randomness from the global crypto', `export const id = crypto.randomUUID();\n`, GLOBALS],
    ['fetch', `export const page = fetch('http://localhost');\n`, GLOBALS],
    ['read the time', `export const now = Date.now();\n`, SYNTAX],
    ['make a date of now', `export const now = new Date();\n`, SYNTAX],
    ['make a date of an instant', `export const then = new Date(0);\n`, undefined],
    ['draw randomness', `export const r = Math.random();\n`, SYNTAX],
    ['import lazily', `export const lazy = () => import('node:fs');\n`, SYNTAX],
    ['know the container', `export { container } from 'tsyringe';\n`, BOUNDARY],
    ['know Express', `export { Router } from 'express';\n`, BOUNDARY],
    ['know SQL', `export { SqliteError } from 'better-sqlite3';\n`, BOUNDARY],
  ];
  return texts.map(([what, code, rule]) => ({
    name: `${project} ${rule === undefined ? 'may' : 'must not'} ${what}`,
    file: planted(project),
    code,
    rule,
  }));
}

function packages(): Case[] {
  const wanted: readonly (readonly [string, string, boolean])[] = [
    ['store-sqlite', 'better-sqlite3', true],
    ['api', 'better-sqlite3', false],
    ['ingest', 'better-sqlite3', false],
    ['ingest', 'express', false],
    ['ingest', 'ethers', false],
    ['store-sqlite', 'express', false],
    ['api', 'express', true],
    ['api', 'supertest', false],
    ['datasets', 'ajv', true],
    ['datasets', 'ajv/dist/2020', true],
    ['eol-core', 'ajv', false],
    ['eol-core', 'fast-check', false],
    ['datasets', 'class-validator', false],
    ['payment-x402', '@x402/core', false],
    ['signing', 'canonicalize', true],
  ];
  return wanted.map(([project, name, allowed]) => ({
    name: `${project} ${allowed ? 'may' : 'must not'} import the package ${name}`,
    file: planted(project),
    code: `export * from '${name}';\n`,
    rule: allowed ? undefined : BOUNDARY,
  }));
}

function singleCases(): Case[] {
  return [
    {
      name: 'ingest must not open payments.db',
      file: planted('ingest'),
      code: `export * from '@stackcheck/store-sqlite/payments';\n`,
      rule: IMPORTS,
    },
    {
      name: 'api may open both databases',
      file: planted('api'),
      code: `export * from '@stackcheck/store-sqlite/payments';\n`,
      rule: undefined,
    },
    {
      name: 'a project must not reach into another by a relative path',
      file: planted('datasets'),
      code: `export * from '../../signing/src/index';\n`,
      rule: BOUNDARY,
    },
    {
      name: 'the clock may read the time',
      file: 'libs/contract/src/clock.ts',
      code: `export const now = () => Date.now() + performance.now();\n`,
      rule: undefined,
    },
    {
      name: 'the clock must not read the environment',
      file: 'libs/contract/src/clock.ts',
      code: `export const tz = process.env['TZ'];\n`,
      rule: GLOBALS,
    },
    ...APPS.flatMap((app): Case[] => [
      ...['container', 'tokens'].map((name) => ({
        name: `${app}/composition/${name}.ts may know the container`,
        file: `apps/${app}/src/composition/${name}.ts`,
        code: `export { container } from 'tsyringe';\n`,
        rule: undefined,
      })),
      ...['main', 'container', 'http/dispatch', 'catalogue/container'].map((name) => ({
        name: `${app}/${name}.ts must not know the container`,
        file: `apps/${app}/src/${name}.ts`,
        code: `export { container } from 'tsyringe';\n`,
        rule: IMPORTS,
      })),
    ]),
    ...testingCases(),
    {
      name: 'a spec of a domain library may read files',
      file: 'libs/eol-core/src/planted.spec.ts',
      code: `export { readFileSync } from 'node:fs';\nexport const home = process.env['HOME'];\n`,
      rule: undefined,
    },
    ...['e2e', 'bench'].map((tool) => ({
      name: `${tool} may import the apps`,
      file: `tools/${tool}/src/planted.ts`,
      code: `export * from '@stackcheck/api';\nexport * from '@stackcheck/contract/testing';\n`,
      rule: undefined,
    })),
  ];
}

function testingCases(): Case[] {
  const importing = (from: string) => `export { FixedClock } from '${from}';\n`;
  return [
    [
      'a source file must not import the fakes of another library',
      'src/planted.ts',
      '@stackcheck/contract/testing',
      IMPORTS,
    ],
    ['a source file must not import its own fakes', 'src/planted.ts', './testing/memory-store', IMPORTS],
    ['a deeper source file must not either', 'src/eol/planted.ts', '../testing', IMPORTS],
    ['a spec may import fakes', 'src/planted.spec.ts', '@stackcheck/contract/testing', undefined],
    ['a testing folder may import fakes', 'src/testing/planted.ts', '@stackcheck/contract/testing', undefined],
  ].map(([name, file, from, rule]) => ({
    name: name!,
    file: `libs/datasets/${file}`,
    code: importing(from!),
    rule,
  }));
}

/** A source file, that need not exist, of a project. */
function planted(project: string): string {
  return `${APPS.includes(project) ? 'apps' : 'libs'}/${project}/src/planted.ts`;
}
