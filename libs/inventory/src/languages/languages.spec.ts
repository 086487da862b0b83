import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { LANGUAGES_FORMATS } from '.';
import { UnreadableFileError } from '../entries/format';
import { inOneLine, readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';
import { GEMFILE_LOCK } from './gemfile-lock';
import { GO_MOD } from './go-mod';
import { GO_SUM } from './go-sum';
import { MIX_LOCK } from './mix-lock';
import { POM_XML } from './pom-xml';

const table = readFileSync(join(__dirname, 'languages.cases.txt'), 'utf8');

describe('a lockfile or manifest', () => {
  it.each(readTextCases(table))('$title', ({ title, text, expected }) => {
    const format = LANGUAGES_FORMATS.find(({ matches }) => matches(title.split(',')[0]!))!;

    expect(inOneLine(readText(format, text))).toBe(expected);
  });

  it.each([
    ['go.mod', 'go-mod'],
    ['a/b/go.mod', 'go-mod'],
    ['cargo.mod', undefined],
    ['a/go.sum', 'go-sum'],
    ['Cargo.lock', 'cargo-lock'],
    ['gems.locked', 'gemfile-lock'],
    ['a/Gemfile.lock', 'gemfile-lock'],
    ['composer.lock', 'composer-lock'],
    ['buildscript-gradle.lockfile', 'gradle-lockfile'],
    ['gradle/dependency-locks/compileClasspath.lockfile', 'gradle-lockfile'],
    ['some.lockfile', undefined],
    ['gradle/verification-metadata.xml', 'gradle-verification'],
    ['pom.xml', 'pom-xml'],
    ['packages.lock.json', 'nuget-lock'],
    ['packages.App.lock.json', 'nuget-lock'],
    ['pubspec.lock', 'pubspec-lock'],
    ['mix.lock', 'mix-lock'],
    ['conan.lock', 'conan-lock'],
  ])('%s is read as %s', (path, id) => {
    expect(LANGUAGES_FORMATS.find((format) => format.matches(path))?.id).toBe(id);
  });

  it.each([
    ['this is none', GO_MOD],
    ['this is none', GO_SUM],
    ['this is none', GEMFILE_LOCK],
    ['this is none', MIX_LOCK],
    ['%{"a": {:hex, :a, "1"', MIX_LOCK],
    ['%{"a', MIX_LOCK],
    ['{'.repeat(201), MIX_LOCK],
    ['<metadata/>', POM_XML],
    [`module a // ${'x'.repeat(100_000)}`, GO_MOD],
    [' '.repeat(16 * 1024 * 1024 + 1), GO_MOD],
  ])('that is of another kind or too large says so: %.20s', (text, format) => {
    expect(() => readText(format, text)).toThrow(UnreadableFileError);
  });

  it('gives what was required of a module, whatever blanks stand between', () => {
    const blank = fc.stringMatching(/^[ \t]{1,3}$/);
    const module = fc.tuple(fc.stringMatching(/^[a-z]{1,8}\.[a-z]{2,3}\/[a-z0-9-]{1,8}$/), fc.nat(99));
    fc.assert(
      fc.property(fc.uniqueArray(module, { selector: ([name]) => name }), blank, (modules, gap) => {
        const lines = modules.map(([name, minor]) => `${gap}${name}${gap}v1.${minor}.0${gap}// indirect`);

        const { packages } = readText(GO_MOD, ['module a', `require${gap}(`, ...lines, ')'].join('\r\n'));

        const expected = modules.map(([name, minor], index) => [`pkg:golang/${name}@v1.${minor}.0`, index + 3]);
        expect(new Map(packages.map(({ purl, line }) => [purl, line]))).toEqual(
          new Map(expected as [string, number][]),
        );
      }),
    );
  });

  it('ends with entries or a fault for any text in its alphabet', () => {
    const piece = fc.constantFrom(
      '%{',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ':',
      'a',
      ' ',
      '\n',
      '#',
      '=>',
      ',',
      '(',
      ')',
      'require',
      '!',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.constantFrom(GO_MOD, GEMFILE_LOCK, MIX_LOCK),
        (pieces, format) => {
          let fault: unknown;

          try {
            readText(format, pieces.join(''));
          } catch (error) {
            fault = error;
          }

          expect(fault === undefined || fault instanceof UnreadableFileError).toBe(true);
        },
      ),
    );
  });
});
