import { FILE_LIMITS } from './entries/limits';
import { FORMATS } from './formats';
import { formatNamed, formatOf, readFile } from './read-file';

const read = (bytes: Uint8Array, path = 'requirements.txt') => readFile({ path, bytes });
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('readFile', () => {
  it('reads the same in UTF-8 and UTF-16, with a byte order mark or without', () => {
    const plain = read(utf8('flask==2.0.1\n'));
    const utf16 = [...'flask==2.0.1\n'].map((character) => character.charCodeAt(0));

    expect(plain?.packages).toEqual([{ purl: 'pkg:pypi/flask@2.0.1', line: 1 }]);
    expect(read(utf8('\ufeffflask==2.0.1\n'))).toEqual(plain);
    expect(read(Uint8Array.from([0xff, 0xfe, ...utf16.flatMap((code) => [code, 0])]))).toEqual(plain);
    expect(read(Uint8Array.from([0xfe, 0xff, ...utf16.flatMap((code) => [0, code])]))).toEqual(plain);
  });

  it.each([
    ['broken UTF-8', Uint8Array.from([0x61, 0xff, 0x62]), 'is no text in UTF-8 or UTF-16; save it as UTF-8'],
    ['more than 64 MB', new Uint8Array(64 * 1024 * 1024 + 1), 'is larger than 64 MB; split it or name its parts'],
  ])('says why %s cannot be read', (_what, bytes, message) => {
    expect(read(bytes)).toMatchObject({ readable: false, packages: [], problems: [{ message }] });
  });

  it('names other files that are to be read, in their order, and reads those that it needs itself', () => {
    const files = new Map([
      ['c.txt', utf8('\ufeffflask==2.0.1\n')],
      ['broken.txt', Uint8Array.from([0xff])],
    ]);
    const text = '-r base.txt\n-r ../more.txt\n-c c.txt\n-c broken.txt\nflask\n';

    const found = readFile({ path: 'requirements.txt', bytes: utf8(text), near: (path) => files.get(path) });

    expect(found).toMatchObject({
      packages: [{ purl: 'pkg:pypi/flask@2.0.1', line: 5 }],
      refers: [
        { path: 'base.txt', format: 'requirements', isPart: true, line: 1 },
        { path: '../more.txt', format: 'requirements', isPart: true, line: 2 },
      ],
    });
    const builds =
      'services:\n  a: { build: ./web }\n  b:\n    build: { context: b, dockerfile: "D$X" }\n  c:\n    build: { dockerfile: ../Other }\n  d: { build: "https://example.org/d.git" }\n  e:\n    extends: { file: e.yml, service: x }\n';
    expect(read(utf8(builds), 'compose.yaml')?.refers).toEqual([
      { path: './web/Dockerfile', format: 'dockerfile', isPart: false, line: 2 },
      { path: './../Other', format: 'dockerfile', isPart: false, line: 5 },
      { path: 'e.yml', format: 'compose', isPart: true, line: 9 },
    ]);
    expect(read(utf8('services:\n  a: { image: nginx }\n'), 'compose.yaml')).not.toHaveProperty('refers');
  });

  it('says that it names no more files where there are too many', () => {
    const names = Array.from({ length: FILE_LIMITS.referencesMax + 2 }, (_, at) => `-r ${at}.txt\n`);

    const found = read(utf8(names.join('')), 'requirements.txt');

    expect(found?.refers).toHaveLength(FILE_LIMITS.referencesMax);
    expect(found?.problems).toEqual([
      { message: 'names more than 1000 files; those after them were not read: split it', line: 1_001 },
    ]);
  });

  it('knows no format of other files', () => {
    expect(read(utf8('# Readme'), 'README.md')).toBeUndefined();
  });
});

describe('formats', () => {
  it('have names of their own', () => {
    const ids = FORMATS.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => formatNamed(id)?.id === id)).toBe(true);
  });

  it.each([
    ['a/package-lock.json', 'npm-lockfile'],
    ['npm-shrinkwrap.json', 'npm-lockfile'],
    ['pnpm-lock.yaml', 'pnpm-lockfile'],
    ['a/yarn.lock', 'yarn-lockfile'],
    ['bun.lock', 'bun-lockfile'],
    ['bun.lockb', 'bun-lockb'],
    ['poetry.lock', 'poetry-lock'],
    ['uv.lock', 'uv-lock'],
    ['pdm.lock', 'pdm-lock'],
    ['pylock.toml', 'pylock'],
    ['a/pylock.dev.toml', 'pylock'],
    ['Pipfile.lock', 'pipfile-lock'],
    ['requirements.txt', 'requirements'],
    ['dev-requirements.txt', 'requirements'],
    ['requirements-dev.txt', 'requirements'],
    ['requirements/base.txt', 'requirements'],
    ['base.txt', undefined],
    ['my-yarn.lock', undefined],
  ])('%s is of %s by its name', (path, id) => {
    expect(formatOf(path)?.id).toBe(id);
  });
});
