import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { formatNamed, readFile, type FileInventory } from './read-file';
import { DEPLOYMENT_FOLDERS } from './testing/published/deployment';
import { canonicalPurls, plainName, purlOfPeer, type Expected } from './testing/published/expected';
import type { Deviation } from './testing/published/folder';
import { JAVASCRIPT_FOLDERS } from './testing/published/javascript';
import { LANGUAGES_FOLDERS } from './testing/published/languages';
import { PYTHON_FOLDERS } from './testing/published/python';
import { RUNTIMES_FOLDERS } from './testing/published/runtimes';
import { SBOM_FOLDERS } from './testing/published/sbom';

const corpora = resolve(__dirname, '../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const inputs = join(corpora, 'inputs');
const hasInputs = existsSync(join(inputs, 'manifest.json'));
const manifest = (hasInputs ? readJson('manifest.json') : []) as readonly { readonly file: string }[];

// One row a folder: add rows in `testing/published`.
const FOLDERS = [
  ...JAVASCRIPT_FOLDERS,
  ...PYTHON_FOLDERS,
  ...LANGUAGES_FOLDERS,
  ...RUNTIMES_FOLDERS,
  ...SBOM_FOLDERS,
  ...DEPLOYMENT_FOLDERS,
];

const title = hasInputs ? 'published inputs: $folder' : 'published inputs: $folder (missing: inputs)';

(hasInputs ? describe : describe.skip).each(FOLDERS)(
  title,
  ({ folder, format, areProducts = false, isWritten = false, deviations = {} }) => {
    const files = [...new Set(manifest.map(({ file }) => file))].filter((file) => file.startsWith(`${folder}/`));
    const nameOf = (file: string) => file.replace(/^.*\/[0-9a-f]{8}-/, '');

    it('has files, and no deviation of a file that it does not have', () => {
      expect(files).not.toHaveLength(0);
      expect(files.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(deviations)));
    });

    for (const file of files)
      it(`${file} is read as expected`, () => {
        const name = nameOf(file);
        const formatId = typeof format === 'string' ? format : format.find(([pattern]) => pattern.test(name))?.[1];

        const found = readFile({ path: file, bytes: readFileSync(join(inputs, file)) }, formatNamed(formatId ?? ''));

        expect(found).toMatchObject({ format: formatId });
        const asPackages = areProducts ? withProductsAsPackages(found as FileInventory) : (found as FileInventory);
        const expected = readJson(`expected/${file}.json`) as Expected;
        const purls = isWritten && expected.purls ? canonicalPurls(expected.purls) : expected.purls;
        requireExpected(asPackages, { ...expected, ...(purls && { purls }) }, deviations[name]);
      });
  },
);

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(inputs, file), 'utf8'));
}

/** As `purlOfPeer` writes what no registry has. */
function withProductsAsPackages(found: FileInventory): FileInventory {
  return { ...found, packages: found.products.map(({ product, version }) => ({ purl: `${product}@${version}` })) };
}

function requireExpected(found: FileInventory, expected: Expected, deviation: Deviation = { why: '' }): void {
  const { lacks = [], has = [], apart = [], fault = 'none' } = deviation;
  const purls = found.packages.map(({ purl }) => purl);
  const names = found.apart.map((entry) => plainName(entry.name));
  if (expected.purls) {
    expect(expected.purls).toEqual(expect.arrayContaining([...lacks]));
    expect(purls).toEqual([...expected.purls.filter((purl) => !lacks.includes(purl)), ...has].sort());
  }
  if (expected.images) expect(found.images.map(({ ref }) => ref)).toEqual([...expected.images].sort());
  if (expected.packages) {
    const wanted = new Set(expected.packages.filter((each) => !apart.includes(each.name)).map(purlOfPeer));
    expect([...wanted]).toEqual(expect.arrayContaining([...lacks]));
    for (const purl of lacks) wanted.delete(purl);
    expect(purls).toEqual([...wanted, ...has].sort());
  }
  expect(names).toEqual(expect.arrayContaining([...(expected.built ?? [])]));
  expect(names).toEqual(expect.arrayContaining([...(expected.not_from_a_registry ?? []).map(plainName), ...apart]));

  const isFault = fault === 'here' || (fault === 'none' && expected.error_expected === true);
  expect(found.readable && found.problems.length === 0).toBe(!isFault);
}
