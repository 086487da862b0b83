import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage } from './read-package';
import { PURL_LENGTH_MAX } from './purl';

const cases = readFileSync(join(__dirname, 'purl.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' => ') as [string, string]);

describe('readPackage', () => {
  it.each(cases)('reads %s as %s', (purl, expected) => {
    const reading = readPackage(purl);

    const words = reading.ok
      ? [
          ...[reading.ecosystem, reading.names.join(','), reading.version, reading.release?.join('.') ?? '-'],
          ...(reading.listedOnly ? ['listed'] : []),
        ].join(' | ')
      : reading.reason;
    expect(words).toBe(expected);
  });

  it('shows the purl in canonical spelling, with its version', () => {
    expect(readPackage('PKG:NPM/@Angular/Core@1.0.0')).toMatchObject({ purl: 'pkg:npm/%40angular/core@1.0.0' });
    expect(readPackage('pkg:golang/github.com/a/b@v1.2')).toMatchObject({ purl: 'pkg:golang/github.com/a/b@v1.2' });
  });

  it('reads its own canonical spelling as the same package', () => {
    for (const [purl] of cases) {
      const reading = readPackage(purl);
      if (!reading.ok) continue;
      expect(readPackage(reading.purl)).toEqual(reading);
    }
  });

  it('reads no more than its limit', () => {
    const fitting = `pkg:npm/${'a'.repeat(PURL_LENGTH_MAX - 'pkg:npm/@1'.length)}@1`;

    expect(readPackage(fitting)).toMatchObject({ ok: true });
    expect(readPackage(`${fitting}0`)).toEqual({ ok: false, reason: 'invalid_purl' });
  });

  it('joins nothing that a line break or a tab parts', () => {
    expect(readPackage('pkg:npm/lo\ndash@1.0.0')).toEqual({ ok: false, reason: 'invalid_purl' });
    expect(readPackage('pkg:npm/lo\tdash@1.0.0')).toEqual({ ok: false, reason: 'invalid_purl' });
  });

  it('throws on no text', () => {
    const piece = fc.oneof(
      fc.constantFrom(...cases.map(([purl]) => purl), 'pkg:', '%', '@', '#', '?', '//', '=', '&'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        expect(typeof readPackage(pieces.join('')).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });
});
