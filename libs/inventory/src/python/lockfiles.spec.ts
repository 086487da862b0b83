import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON_FORMATS } from '.';
import { EntryList } from '../entries/entry-list';
import { inOneLine, readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';
import { requirements } from './requirements';

const table = readFileSync(join(__dirname, 'lockfiles.cases.txt'), 'utf8');

describe('a lockfile of Python', () => {
  it.each(readTextCases(table))('$title', ({ title, text, expected }) => {
    const path = title.slice(0, title.indexOf(','));
    const format = PYTHON_FORMATS.find((one) => one.matches(path) || one.recognizes?.(text))!;

    expect(inOneLine(readText(format, text, path))).toBe(expected);
  });

  it('has the versions of its constraints, whose other packages are not installed', () => {
    const files = new Map([
      ['constraints.txt', 'Flask[async]==2.0.1  # why\nwerkzeug == 2.0 ; python_version > "3"\nnot-asked==1.0\n'],
      ['more.txt', 'celery>=5\njinja2==3.0 --hash=sha256:0\n'],
    ]);
    const text =
      '-c constraints.txt\n--constraint=more.txt\n-c nowhere.txt\nflask\nWerkzeug>=1\njinja2<4\ncelery\nx 1\n';
    const list = new EntryList();

    requirements.read({ path: 'requirements.txt', text, near: (path) => files.get(path) }, list);

    const { packages, apart } = list.entries();
    expect(packages).toEqual([
      { purl: 'pkg:pypi/flask@2.0.1', line: 4 },
      { purl: 'pkg:pypi/jinja2@3.0', line: 6 },
      { purl: 'pkg:pypi/werkzeug@2.0', line: 5 },
    ]);
    expect(apart.map(({ name, why }) => `${name} (${why})`)).toEqual([
      '--constraint more.txt (path)',
      '-c constraints.txt (path)',
      '-c nowhere.txt (path)',
      'celery (no_version)',
      'x 1 (unsupported)',
    ]);
  });
});
