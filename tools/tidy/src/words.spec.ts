import { isCode, repositoryFiles, textOf } from './workspace';

// The needles are put together here, so that this file does not contain them.
const word = (...parts: readonly string[]) => parts.join('');

interface Needle {
  readonly name: string;
  readonly pattern: RegExp;
  /** Files that are judged; all texts when absent. */
  readonly of?: (file: string) => boolean;
}

const NEEDLES: readonly Needle[] = [
  {
    name: 'a test that shuts out the others',
    pattern: new RegExp(word('\\b(it|test|describe)', '\\.only\\b|\\b(f', 'it|f', 'describe)\\(')),
    of: isCode,
  },
  {
    name: 'work put off: do it, or write it down where it will be found',
    pattern: new RegExp(word('\\bTO', 'DO\\b|\\bFIX', 'ME\\b|\\bXX', 'X\\b')),
  },
  { name: 'a stop for the debugger', pattern: new RegExp(word('^\\s*debug', 'ger;'), 'm'), of: isCode },
  {
    name: 'a path of one machine',
    pattern: new RegExp(
      ['/wo|rk/', '/ho|me/', '/Us|ers/', '/ro|ot/', '[A-Z]:\\\\Us|ers']
        .map((p) => `(?<![\\w.}])${p.replace('|', '')}`)
        .join('|'),
    ),
  },
  {
    name: 'a package registry',
    pattern: new RegExp(
      ['registry\\.npm|js\\.org', 'registry\\.yarn|pkg\\.com'].map((p) => p.replace('|', '')).join('|'),
    ),
  },
  {
    name: 'a write that returns rows: a driver that reads the first one loses the fault of the commit behind it (full disk)',
    pattern: new RegExp(word('\\b(INSERT|UPDATE|DELETE|REPLACE)\\b[^;]{0,600}\\bRETUR', 'NING\\b')),
    // PostgreSQL answers rows and the end of a statement as one.
    of: (file) => isCode(file) && !file.startsWith('libs/store-postgres/'),
  },
  { name: 'a private key', pattern: new RegExp(word('-----BEGIN [A-Z ]*PRIV', 'ATE KEY-----\\s*[A-Za-z0-9+/]')) },
];

const texts = repositoryFiles()
  .filter((file) => /\.(ts|js|mjs|json|md|txt|sql|html|yml|yaml|sh|cases)$|^\.|^[^.]+$/.test(file))
  .map((file) => ({ file, text: textOf(file) }));

describe('no file holds', () => {
  it.each(NEEDLES.map((needle) => [needle.name, needle] as const))('%s', (_name, { pattern, of = () => true }) => {
    const found = texts
      .filter(({ file }) => of(file))
      .flatMap(({ file, text }) => {
        const match = pattern.exec(text);
        return match ? [`${file}:${text.slice(0, match.index).split('\n').length}: ${match[0].trim()}`] : [];
      });

    expect(found).toEqual([]);
  });

  it.each([
    [0, word('it.', 'only("x")')],
    [1, word('// TO', 'DO later')],
    [2, word('  debug', 'ger;')],
    [3, word('"/ho', 'me/me/x"')],
    [4, word('https://registry.npm', 'js.org/x')],
    [5, word('`INSERT INTO lease VALUES (1)\n  RETUR', 'NING token`')],
    [6, word('-----BEGIN PRIV', 'ATE KEY-----\nMIIE')],
  ])('(and needle %i would be seen)', (index, text) => {
    expect(NEEDLES[index]!.pattern.test(text)).toBe(true);
  });
});
