import * as fc from 'fast-check';
import { PackageURL } from 'packageurl-js';
import { canonicalParts, parsePurl, purlText } from './purl-form';

const TYPES =
  'alpm apk bitbucket bitnami cargo composer conan cran deb docker generic github gitlab golang hex huggingface luarocks maven mlflow npm nuget oci pub pypi qpkg rpm swift toString constructor'.split(
    ' ',
  );

/** What the official library makes of a text, under the same stand-in for the version; undefined where it refuses it. */
function byLibrary(text: string): unknown {
  try {
    const plain = text.replace(/\?[^#]*/, (query) => query.replaceAll('+', '%2B'));
    const [type, namespace, name, version, qualifiers, subpath] = PackageURL.parseString(plain);
    const purl = new PackageURL(type ?? '', namespace, name ?? '', '0', qualifiers, subpath);
    purl.version = version;
    const parts = [purl.type, purl.namespace || null, purl.name, purl.subpath ?? null, { ...purl.qualifiers }];
    return [...parts, version ?? null, purl.toString()];
  } catch {
    return undefined;
  }
}

function byUs(text: string): unknown {
  try {
    const raw = parsePurl(text);
    const parts = canonicalParts(raw);
    const { type, namespace, name, subpath, qualifiers } = parts;
    return [type, namespace, name, subpath, { ...qualifiers }, raw.version, purlText(parts, raw.version)];
  } catch {
    return undefined;
  }
}

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aB1-_.+~:@/%&=é', '%2F', '%40', '%41', '%C3%A9', '%20', '..'), maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => text.replace(/[\s\p{C}]/gu, '')),
);
const key = fc.oneof(fc.constantFrom('distro', 'Channel', 'repository_url', '__proto__', 'upstream', '1a'), word);
const value = fc.oneof(fc.constantFrom('https://x.databricks.com', 'a+b', '%', '%25', ' '), word);
const query = fc.array(
  fc.tuple(key, value).map(([name, text]) => `${name}=${text}`),
  { maxLength: 2 },
);
const purl = fc
  .record({
    scheme: fc.oneof(
      { weight: 9, arbitrary: fc.constant('pkg:') },
      fc.constantFrom('PKG:', 'pkg://', 'pkg:///', 'x:', 'pkg'),
    ),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...TYPES) },
      fc.constantFrom('NPM', 'n%70m', '1a', 'a+b', ''),
      word,
    ),
    path: fc.array(word, { maxLength: 3 }),
    version: fc.option(word),
    query: fc.option(query),
    subpath: fc.option(fc.array(fc.oneof(word, fc.constantFrom('.', '..', '')), { maxLength: 3 })),
  })
  .map(({ scheme, type, path, version, query: pairs, subpath }) =>
    [
      `${scheme}${type}/${path.join('/')}`,
      version === null ? '' : `@${version}`,
      pairs === null ? '' : `?${pairs.join('&')}`,
      subpath === null ? '' : `#${subpath.join('/')}`,
    ].join(''),
  );

describe('the parts of a purl', () => {
  it.each([
    'pkg:mlflow/CreditFraud?repository_url=https://adb.azuredatabricks.net/api',
    'pkg:mlflow/CreditFraud?repository_url=https://x.api.azureml.ms/mlflow',
    'pkg:mlflow/CreditFraud',
    'pkg:generic/CreditFraud?repository_url=https://adb.azuredatabricks.net/api',
  ])('%s keeps the case of its name, or not, as with the official library', (text) => {
    expect(byUs(text)).toEqual(byLibrary(text));
    expect(byUs(text)).toBeDefined();
  });

  it('are those that the official library reads, spelled and written as it does (property)', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: purl }, fc.string({ unit: 'binary' })), (text) => {
        fc.pre(!/[\s\u0000-\u001f\u007f-\u009f]/.test(text));
        const expected = byLibrary(text);
        if (expected !== undefined) read += 1;

        expect({ text, read: byUs(text) }).toEqual({ text, read: expected });
      }),
      { numRuns: 600 },
    );
    expect(read).toBeGreaterThan(100);
  });
});

it.each([
  ['pkg:pub/Flutter-x@1', 'flutter_x'],
  ['pkg:pypi/A_b__c@1', 'a-b--c'],
  ['pkg:npm/a_b@1', 'a_b'],
])('%s has the name %s', (text, name) => expect(canonicalParts(parsePurl(text)).name).toBe(name));
