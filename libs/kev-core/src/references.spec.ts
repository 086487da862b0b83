import * as fc from 'fast-check';
import { referencesIn } from './references';

describe('the references of an entry', () => {
  it.each<[string, string, readonly string[]]>([
    ['one address', 'https://a.org/x', ['https://a.org/x']],
    [
      'two, as the catalogue separates them',
      'https://a.org/x ; https://b.org/y',
      ['https://a.org/x', 'https://b.org/y'],
    ],
    ['no blank before the semicolon', 'https://a.org/x; https://b.org/y', ['https://a.org/x', 'https://b.org/y']],
    ['no blank after it', 'https://a.org/x ;https://b.org/y', ['https://a.org/x', 'https://b.org/y']],
    ['no blank at all', 'https://a.org/x;https://b.org/y', ['https://a.org/x', 'https://b.org/y']],
    ['brackets within an address', 'https://a.org/x[1]', ['https://a.org/x[1]']],
    ['brackets around an address', '[https://a.org/x]', ['https://a.org/x']],
    ['a semicolon and nothing', 'https://a.org/x;', ['https://a.org/x']],
    [
      'commas',
      'https://a.org/1, https://a.org/2,https://a.org/3',
      ['https://a.org/1', 'https://a.org/2', 'https://a.org/3'],
    ],
    [
      'a semicolon within an address',
      'https://a.org/?p=g.git;a=diff;h=1, https://b.org/',
      ['https://a.org/?p=g.git;a=diff;h=1', 'https://b.org/'],
    ],
    [
      'an address within an address',
      'https://web.archive.org/web/2019/https://a.org/x',
      ['https://web.archive.org/web/2019/https://a.org/x'],
    ],
    ['words before an address', 'Patching needs an account: https://a.org/x', ['https://a.org/x']],
    [
      'words on both sides',
      'See https://a.org/x. Further guidance follows; https://b.org/',
      ['https://a.org/x', 'https://b.org/'],
    ],
    ['brackets', 'Directive 7 (https://a.org/x) applies', ['https://a.org/x']],
    ['brackets of the address itself', 'https://a.org/x_(y)', ['https://a.org/x_(y)']],
    ['both kinds of brackets', '(https://a.org/x_(y)).', ['https://a.org/x_(y)']],
    ['a stray quote', 'https://a.org/x", https://b.org/', ['https://a.org/x', 'https://b.org/']],
    ['angle brackets', '<https://a.org/x>', ['https://a.org/x']],
    ['a no-break space', 'https://a.org/x\u00a0; https://b.org/', ['https://a.org/x', 'https://b.org/']],
    ['repetition', 'https://a.org/x ; https://a.org/x', ['https://a.org/x']],
    ['plain http in capitals', 'HTTP://A.ORG/x', ['HTTP://A.ORG/x']],
    ['nothing', '', []],
    ['no address', 'N/A', []],
    ['another scheme', 'ftp://a.org/x ; javascript:alert(1) ; data:text/html,x', []],
    ['a scheme without a host', 'https:// ; http://)', []],
    ['an impossible host', 'https://a b/', ['https://a']],
    ['an address nobody means', `https://a.org/${'x'.repeat(2_000)} ; https://b.org/`, ['https://b.org/']],
  ])('with %s', (_what, notes, expected) => {
    expect(referencesIn(notes)).toEqual(expected);
  });

  it('are found again however they are separated, and are always web addresses (property)', () => {
    const address = fc.stringMatching(/^https?:\/\/[a-z]{1,9}\.org(\/[\w?=&;,.~()-]{1,12}){0,3}\/[a-z0-9]$/);
    const separator = fc.constantFrom(' ; ', '; ', ' ;', ' , ', ', ', '\n', ' and ');

    fc.assert(
      fc.property(fc.uniqueArray(address, { maxLength: 5 }), separator, (addresses, between) => {
        expect(referencesIn(addresses.join(between))).toEqual(addresses);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 60 }), (before, after) => {
        for (const found of referencesIn(`${before}https://${after}`)) {
          expect(found).toMatch(/^https?:\/\/\S+$/i);
          expect(new URL(found).protocol).toMatch(/^https?:$/);
        }
      }),
    );
  });
});
