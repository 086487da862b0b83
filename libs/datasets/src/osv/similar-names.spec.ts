import { checkPurls } from '@stackcheck/osv-core';
import type { Ecosystem } from '@stackcheck/osv-core/records';
import { indexOsv } from './lookup';
import { HEAVY_FROM } from './package-table';
import { osvStarter } from './starter';
import { place, someAdvisory } from './testing/advisories';
import { MemoryAdvisoryFiles } from './testing/memory-advisory-files';
import type { StoredAdvisory } from '../snapshot/stored-advisory';

async function indexOf(advisories: readonly StoredAdvisory[], complete = true) {
  const files = new MemoryAdvisoryFiles();
  const builder = files.create();
  for (const advisory of advisories) builder.put(advisory);
  return indexOsv(await files.open(builder.finish()), complete);
}

const named = (ecosystem: Ecosystem, name: string, count: number) =>
  Array.from({ length: count }, (_, n) => someAdvisory(`${name}-${n}`, { packages: [place(ecosystem, name)] }));

describe('names like that of an unlisted package', () => {
  it('are those one edit away, of the same ecosystem, the most advised first, then by name', async () => {
    const index = await indexOf([
      ...named('npm', 'lodash', 3),
      ...named('npm', 'lodahs1', 1),
      ...named('npm', 'alodahs', 1),
      ...named('npm', 'lodash-es', 9),
      ...named('PyPI', 'lodahs', 1),
    ]);

    expect(index.similarTo?.('npm', ['lodahs'])).toEqual(['lodash', 'alodahs', 'lodahs1']);
    expect(index.similarTo?.('RubyGems', ['lodahs'])).toEqual([]);
  });

  it('have the one with many advisories first, however many others there are about the name', async () => {
    const others = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => named('npm', `lodahs${letter}`, 1));
    const index = await indexOf([...others.flat(), ...named('npm', 'lodash', HEAVY_FROM)]);

    expect(index.similarTo?.('npm', ['lodahs'])?.slice(0, 2)).toEqual(['lodash', 'lodahsa']);
  });

  it('are none of which nothing is known but that they are malicious, however many advisories say so', async () => {
    const malware = Array.from({ length: HEAVY_FROM }, (_, n) =>
      someAdvisory(`MAL-2026-${n}`, { packages: [place('npm', 'lodahsh'), place('npm', 'lodash')] }),
    );
    const index = await indexOf([...malware, ...named('npm', 'lodash', 1), ...named('npm', 'lodahs1', 2)]);

    expect(index.similarTo?.('npm', ['lodahs'])).toEqual(['lodash', 'lodahs1']);
    expect(index.isListed('npm', ['lodahsh'])).toBe(true);
  });

  it('have the one with the most advisories first, however few these are and however many others come before it by name', async () => {
    const others = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => named('npm', `${letter}lodahs`, 1));
    const index = await indexOf([...others.flat(), ...named('npm', 'zlodahs', 3)]);

    expect(index.similarTo?.('npm', ['lodahs'])?.slice(0, 2)).toEqual(['zlodahs', 'alodahs']);
  });

  it('are next to the longest listed path above a Go path, which is looked up by itself', async () => {
    const index = await indexOf([
      ...named('Go', 'example.com/acme/mail', 1),
      ...named('Go', 'example.com/acme/mail/v2', 1),
      ...named('Go', 'example.com', 1),
      ...named('npm', 'example.com/acme', 1),
    ]);

    const above = (path: string) => index.listedAbove?.('Go', path);
    expect(above('example.com/acme/mail/smtp/auth')).toBe('example.com/acme/mail');
    expect(above('example.com/acme/mail/v2/smtp')).toBe('example.com/acme/mail/v2');
    expect([above('example.com/acme/mail'), above('example.com/acme/mailer/x'), above('mail')]).toEqual(Array(3));
    expect(index.listedAbove?.('npm', 'example.com/acme/x')).toBeUndefined();
  });

  it('are found without asking the index, which would take longer than all the rest', async () => {
    const files = new MemoryAdvisoryFiles();
    const builder = files.create();
    for (const advisory of named('npm', 'lodash', 3)) builder.put(advisory);
    const reader = await files.open(builder.finish());
    const index = indexOsv({ ...reader, count: () => 0 }, true);

    expect(index.similarTo?.('npm', ['lodahs'])).toEqual(['lodash']);
  });

  it.each([
    ['pkg:npm/%40babe1/traverse@7.0.0', '@babel/traverse'],
    ['pkg:npm/babel/traverse@7.0.0', '@babel/traverse'],
    ['pkg:npm/Lodahs@1.0.0', 'lodash'],
    ['pkg:maven/org.apache.logging.log4/log4j-core@2.14.1', 'org.apache.logging.log4j:log4j-core'],
    ['pkg:maven/org.apache.logging.log4j/log4jcore@2.14.1', 'org.apache.logging.log4j:log4j-core'],
    ['pkg:pypi/Typing__Extension@1.0', 'typing-extensions'],
    ['pkg:golang/golang.org/x/tex@v0.3.7', 'golang.org/x/text'],
    ['pkg:composer/phpmailer/phpmailr@5.2.17', 'phpmailer/phpmailer'],
  ])('of %s are found in the spelling of its ecosystem: %s', async (purl, name) => {
    const index = await indexOf([
      ...named('npm', '@babel/traverse', 1),
      ...named('npm', 'lodash', 1),
      ...named('Maven', 'org.apache.logging.log4j:log4j-core', 1),
      ...named('PyPI', 'typing-extensions', 1),
      ...named('Go', 'golang.org/x/text', 1),
      ...named('Packagist', 'phpmailer/phpmailer', 1),
    ]);

    const report = checkPurls(index, [purl]);

    expect(report).toMatchObject({ unlisted: 1, clean: 0, results: [{ known_package: false, similar: [name] }] });
  });

  it('are the same in the starter, which says that it does not know instead of unlisted', async () => {
    const { advisories } = osvStarter();
    const [starter, full] = await Promise.all([indexOf(advisories, false), indexOf(advisories)]);
    const purls = ['pkg:npm/lodahs@1.0.0', 'pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.21'];

    const [few, all] = [checkPurls(starter, purls), checkPurls(full, purls)];

    expect(few).toMatchObject({ vulnerable: 1, clean: 0, unlisted: 0, unresolved_count: 2 });
    expect(all).toMatchObject({ vulnerable: 1, clean: 1, unlisted: 1, unresolved_count: 0 });
    expect(few.results[0]).toMatchObject({ checked: false, reason: 'no_data', similar: ['lodash'] });
    expect(all.results[0]).toMatchObject({ checked: true, similar: ['lodash'], minimum_safe: null });
    expect(few.results[1]).toEqual({
      ...all.results[1],
      ...{ complete: false, minimum_safe: null, action: 'unknown' },
      advice: expect.stringContaining('no version can be called safe') as string,
    });
  });
});
