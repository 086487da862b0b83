import { moduleState } from './module-state';
import { repositoryFiles, textOf } from './workspace';

/**
 * Where an app or a library keeps something by itself, not in what its container makes. All requests see it, and all test files of a
 * process (jest.shared-sources.js): it may only be what would be made again the same, or how it is made.
 */
const KNOWN: readonly (readonly [file: string, name: string, what: string])[] = [
  ['apps/api/src/fast/compiled-validator.ts', 'compiled', 'validators by the text of their schema'],
  ['apps/api/src/fast/compiled-validator.ts', 'compiler', 'what compiles them'],
  ['apps/api/src/http/request-id.ts', 'next', 'a number for each request of the process'],
  ['apps/api/src/input/marked-schema.ts', 'ofNames', 'schemas of all input classes'],
  ['apps/api/src/pages/changelog-page.route.ts', 'made', 'the page of a file that comes with the program'],
  ['apps/ingest/src/adapters/garbage-collector.ts', 'collect', 'the collector of the process'],
  ['apps/ingest/src/osv/archive-thread.ts', 'opened', 'the file of a thread'],
  ['apps/operator/src/backup/root-certificates.ts', 'files', 'files by what they were made of'],
  ['libs/inventory/src/syntax/scalar-lines.ts', 'patterns', 'expressions by the key that they look for'],
  ['libs/osv-core/src/ecosystem/distro-release.ts', 'suffixesRead', 'releases by their text'],
  ['libs/payment-x402/src/refusals/client-address.ts', 'keysBefore', 'keys by their address'],
  ['libs/payment-x402/src/signature/eip3009.ts', 'separators', 'digests by the domain that they are of'],
  ['libs/payment-x402/src/signature/key-recovery.ts', 'recovery', 'the way of recovery, which simulations change'],
  ['libs/report/src/text/display-width.ts', 'segmenter', 'what divides a text'],
  ['libs/store-sqlite/src/driver.ts', 'known', 'what a file of the driver says, by version of Node'],
];

/** A page in a browser is a process of its own. */
const IN_A_BROWSER = /^apps\/site\//;

it('an app or a library keeps by itself only what is known', () => {
  const sources = repositoryFiles().filter((file) => /^(apps|libs)\/.*(?<!\.spec|\.d)\.ts$/.test(file));
  const found = sources
    .filter((file) => !IN_A_BROWSER.test(file) && !file.includes('/testing/'))
    .flatMap((file) => moduleState(file, textOf(file)).map((name) => `${file}: ${name}`));

  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual(KNOWN.map(([file, name]) => `${file}: ${name}`));
});

it.each([
  ['let count = 0;', ['count']],
  ['export let one: string, other = 1;', ['one', 'other']],
  ['var old;', ['old']],
  ['const kept = new Map<string, number>();', ['kept']],
  ['const kept =\n  new Map<string, number>();', ['kept']],
  ['const kept: Map<string, () => void> = new Map();', ['kept']],
  ['const kept: Map<\n  string,\n  number\n> = new Map();', ['kept']],
  ['export const recent = new BoundedMap<string>(1_000);', ['recent']],
  ['const found: string[] = [];', ['found']],
  ['const byName: Record<string, string> = {};', ['byName']],
  ['export class Desk {\n  private static calls = 0;\n}', ['Desk.calls']],
  ['class Desk {\n  static readonly waiting = new Set<string>();\n}', ['Desk.waiting']],
  ['class Desk {\n  static readonly LIMIT = 5;\n  private count = 0;\n}', []],
  ['const views = new WeakMap<object, string>();', []],
  ["const NAMES = new Set(['one']);", []],
  ["const names = new Map([['one', 1]]);", []],
  ['const none: ReadonlyMap<string, string> = new Map();', []],
  ['const none: readonly string[] = [];', []],
  ["const NO_LIMITS: Range['limits'] = [];", []],
  ['function f() {\n  let count = 0;\n  const kept = new Map();\n}', []],
])('%j keeps %j', (text, names) => {
  expect(moduleState('some.ts', text)).toEqual(names);
});
