import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { librariesOf } from './library';

const ROOT = join(__dirname, '..', '..', '..');
const libraries = librariesOf(ROOT).map(({ shortName, name, folder }) => [
  name,
  { shortName, text: readFileSync(join(folder, 'README.md'), 'utf8') },
]) as readonly (readonly [string, { readonly shortName: string; readonly text: string }])[];

/** What a README says under a heading of the second level. */
function section(text: string, heading: string): string {
  const [, found = ''] = text.split(`\n## ${heading}\n`);
  return found.split('\n## ')[0]!.trim();
}

/** The most that a browser may load of each main entry, in KB. */
const SIZES: ReadonlyMap<string, string> = new Map(
  readFileSync(join(__dirname, 'browser-sizes.cases.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter(([, , what = '']) => /^\* from @stackcheck\/[^/+ ]+$/.test(what))
    .map(([most = '', , what = '']) => [what.replace('* from ', ''), most]),
);

describe.each(libraries)('the README of %s', (name, { shortName, text }) => {
  it('says what it is for, how it is installed, what it holds to, how large it is and what it is not', () => {
    const [, purpose = ''] = text.split('\n\n');

    expect(purpose.length).toBeGreaterThan(40);
    expect(section(text, 'Install')).toContain(`npm install ${name}`);
    expect(section(text, 'Install')).toContain('docs/packages.md#installing-before-they-are-published');
    for (const heading of ['Guarantees', 'Size', 'What it is not']) {
      expect({ heading, length: section(text, heading).length > 40 }).toEqual({ heading, length: true });
    }
  });

  it('says the size that a browser loads as a test holds it', () => {
    const most = SIZES.get(name);

    if (most !== undefined && shortName !== 'stack-core') expect(section(text, 'Size')).toContain(`t most ${most} KB`);
  });
});
