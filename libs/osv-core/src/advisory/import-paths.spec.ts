import { assess } from '../assess/assess';
import { prepare } from '../evaluate/evaluate';
import { importsOf, IMPORTS_MAX, joinImports, packagesNamed, readImports } from './import-paths';
import { byPackage } from '../records/osv-affected';
import { readOsvRecord } from '../records/osv-record';
import { readSpec, writeSpec } from '../records/spec-text';

const MODULE = 'golang.org/x/crypto';
const entry = (...paths: readonly string[]) => ({
  package: { ecosystem: 'Go', name: MODULE },
  ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
  ecosystem_specific: { imports: paths.map((path) => ({ path, symbols: ['Open'], goos: ['windows'] })) },
});
const record = (id: string, affected: readonly object[], aliases: readonly string[] = []) => ({
  ...{ id, modified: '2026-01-01T00:00:00Z', aliases, affected },
});

function advisoryOf(json: object) {
  const reading = readOsvRecord(json);
  if (!reading.ok) throw new Error(reading.fault);
  const { affected, ...advisory } = reading.record;
  // Through the index's text, so that what is stored is what is said.
  const stored = byPackage(affected).flatMap((row) => readSpec(writeSpec(row.affected)));
  return { advisory, specs: prepare(stored, 'Go'), imports: importsOf(stored) };
}

function importsFound(...records: readonly object[]) {
  const query = { ecosystem: 'Go', version: '0.44.0', release: null } as const;
  return assess(query, records.map(advisoryOf)).findings.map(({ imports }) => imports);
}

describe('the import paths of a record', () => {
  it('go with it through the index into what is found', () => {
    const found = importsFound(record('GO-2026-1', [entry(`${MODULE}/ssh`, `${MODULE}/openpgp`, `${MODULE}/ssh`)]));

    expect(found).toEqual([[`${MODULE}/openpgp`, `${MODULE}/ssh`]]);
  });

  it('are those of all its entries about the module, and not known where one does not say', () => {
    const two = [entry(`${MODULE}/ssh`), entry(`${MODULE}/acme`)];

    expect(importsFound(record('GO-2026-1', two))).toEqual([[`${MODULE}/acme`, `${MODULE}/ssh`]]);
    expect(importsFound(record('GO-2026-1', [...two, { ...entry(), ecosystem_specific: {} }]))).toEqual([null]);
  });

  it('are those of the records of the Go database, whatever others of the same vulnerability leave out', () => {
    const go = record('GO-2026-1', [entry(`${MODULE}/ssh`)], ['CVE-1']);
    const other = record('GHSA-a', [{ ...entry(), ecosystem_specific: undefined }], ['CVE-1']);
    const whole = record('GO-2026-2', [{ ...entry(), ecosystem_specific: undefined }], ['CVE-1']);

    expect(importsFound(go, other)).toEqual([[`${MODULE}/ssh`]]);
    expect(importsFound(go, other, whole)).toEqual([null]);
    expect(importsFound(other)).toEqual([null]);
  });

  it('of a record that was stored before there were any are not known', () => {
    expect(readSpec('[[null,[["i","0"]]]]')).toEqual([{ suffix: null, ranges: [[['i', '0']]], versions: [] }]);
    expect(importsOf(readSpec('[[null,[["i","0"]]]]'))).toBeNull();
    expect(importsOf(readSpec('*'))).toBeNull();
  });

  it.each<[string, unknown]>([
    ['no member', {}],
    ['nothing at all', undefined],
    ['an empty list', { imports: [] }],
    ['no list', { imports: 'openpgp' }],
    ['an entry without a path', { imports: [{ path: 'a/b' }, { symbols: [] }] }],
    ['an entry that is null', { imports: [null] }],
    ['a path with a blank', { imports: [{ path: 'a b' }] }],
    ['a lone surrogate', { imports: [{ path: '\ud800' }] }],
    ['an endless path', { imports: [{ path: 'a'.repeat(301) }] }],
    ['too many', { imports: Array.from({ length: IMPORTS_MAX + 1 }, (_, n) => ({ path: `a/${n}` })) }],
  ])('are not known from %s, which is no fault', (_what, specific) => {
    expect(readImports(specific)).toBeUndefined();
    const [found] = importsFound(record('GO-2026-1', [{ ...entry(), ecosystem_specific: specific }]));
    expect(found).toBeNull();
  });
});

it.each([
  [IMPORTS_MAX, false],
  [IMPORTS_MAX + 1, true],
])('%d of several advisories together are too many: %s', (count, isTooMany) => {
  const paths = Array.from({ length: count }, (_, n) => `a/${n}`).sort();
  const joined = joinImports([paths.slice(0, 40), paths.slice(20)]);

  expect(joined).toEqual(isTooMany ? null : paths);
});

describe('what they are called', () => {
  it.each<[string, readonly string[] | null, string, string | null]>([
    ['one package', [`${MODULE}/openpgp`], MODULE, 'the package openpgp'],
    [
      'one with those below it',
      [`${MODULE}/openpgp`, `${MODULE}/openpgp/packet`, `${MODULE}/openpgp/s2k`],
      MODULE,
      'the package openpgp',
    ],
    ['two', [`${MODULE}/acme`, `${MODULE}/ssh`], MODULE, 'the packages acme and ssh'],
    ['two of like names', [`${MODULE}/ssh`, `${MODULE}/sshd`], MODULE, 'the packages ssh and sshd'],
    ['five', ['a', 'b', 'c', 'd', 'e'].map((name) => `${MODULE}/${name}`), MODULE, 'the packages a, b, c and 2 more'],
    ['the standard library', ['net/http', 'net/url'], 'stdlib', 'the packages net/http and net/url'],
    ['other capitals', ['github.com/Masterminds/goutils/x'], 'github.com/masterminds/goutils', 'the package x'],
    ['the root of the module', [MODULE, `${MODULE}/ssh`], MODULE, null],
    ['nothing known', null, MODULE, null],
  ])('%s', (_what, imports, module, expected) => {
    expect(packagesNamed(imports, module)).toBe(expected);
  });
});
