import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';
import { dockerfile } from './dockerfile';
import { LineCursor } from '../syntax/line-cursor';

const table = readFileSync(join(__dirname, 'dockerfile.cases.txt'), 'utf8');

describe('a Dockerfile', () => {
  it.each(readTextCases(table))('$title', ({ text, expected }) => {
    expect(summaryOf(text)).toBe(expected);
  });

  it('gives each image the line of its instruction', () => {
    const text = '# one\r\nFROM node:18 AS a\r\n\r\nRUN x \\\r\n  y\r\nFROM \\\r\n  nginx:1\r\n';

    expect(readText(dockerfile, text).images).toEqual([
      { ref: 'nginx:1', line: 6 },
      { ref: 'node:18', line: 2 },
    ]);
  });

  it('with variables that double ends with a short text', () => {
    const doubled = Array.from({ length: 60 }, (_, index) => `ARG A${index + 1}=$A${index}$A${index}`);

    expect(summaryOf(['ARG A0=aa', ...doubled, 'FROM $A60'].join('\n'))).toBe('$A60 (variable)');
  });
});

describe('a file is a Dockerfile by its name', () => {
  it.each([
    ['Dockerfile', true],
    ['a/b/dockerfile', true],
    ['Containerfile', true],
    ['web.Dockerfile', true],
    ['docker/app.dockerfile', true],
    ['Dockerfile.prod', true],
    ['Dockerfile.rhel9', true],
    ['web-Dockerfile', true],
    ['Dockerfile.dockerignore', false],
    ['dockerfile.go', false],
    ['docs/Dockerfile.md', false],
    ['Dockerfile/readme', false],
    ['mydockerfile', false],
  ])('%s: %s', (path, isOne) => {
    expect(dockerfile.matches(path)).toBe(isOne);
  });
});

describe('lines', () => {
  it('are those of the text, however they end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', '\r\n', ' ', 'b c')), (parts) => {
        const text = parts.join('');
        const cursor = new LineCursor(text);
        const lines: string[] = [];
        while (cursor.next()) lines.push(`${cursor.number}${cursor.text}`);

        expect(lines).toEqual(text === '' ? [] : text.split(/\r?\n/).map((line, index) => `${index + 1}${line}`));
      }),
    );
  });
});

/** Images, then what is apart with its reason, then problems in brackets. */
function summaryOf(text: string): string {
  const { images, apart, problems } = readText(dockerfile, text);
  const refs = images.map(({ ref }) => ref);
  const others = apart.map(({ name, why }) => `${name} (${why})`);
  return [...refs, ...others, ...problems.map(({ message }) => `[${message}]`)].join(', ');
}
