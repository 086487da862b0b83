import fc from 'fast-check';
import { anyFinding, anyOutcome } from '../../testing/any-outcome';
import { makeFinding, SAMPLE_OUTCOME } from '../../testing/sample-outcome';
import type { Finding } from '../../outcome';
import { GITHUB_FORMAT } from './github';

const written = (findings: readonly Finding[]) => GITHUB_FORMAT.write({ ...SAMPLE_OUTCOME, findings });
const linesOf = (text: string) => text.split('\n').slice(0, -1);

/** As the runner of GitHub Actions reads a command: properties end at a comma, the command at the second pair of colons. */
function readCommand(line: string) {
  const [, command, properties, data] = /^::(\w+) (.*?)::(.*)$/s.exec(line)!;
  const unescape = (text: string) =>
    text
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%25', '%');
  const pairs = properties!.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), unescape(pair.slice(at + 1))] as const;
  });
  return { command, data: unescape(data!), ...Object.fromEntries(pairs) };
}

describe('annotations for GitHub', () => {
  it('are one command a line, whatever an outcome holds', () => {
    fc.assert(
      fc.property(anyOutcome, ({ findings }) => {
        const lines = linesOf(written(findings));

        expect(lines.length).toBe(findings.length);
        expect(lines.filter((line) => !/^::(error|warning|notice) [^\r]*::[^\r]*$/.test(line))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('come back from the runner with path and line as they were', () => {
    const anyPath = fc.constantFrom('a:b,c.lock', '100%25.lock', 'a\r\n::error::x', 'x,line=1', 'a::b');
    fc.assert(
      fc.property(anyFinding, anyPath, (finding, path) => {
        const [line] = linesOf(written([{ ...finding, places: [{ path, line: 7 }] }]));

        expect(readCommand(line!)).toMatchObject({ file: path, line: '7' });
      }),
    );
  });

  it('are at most ten of a level; the last one counts the others', () => {
    const findings = Array.from({ length: 13 }, () => makeFinding());

    const lines = linesOf(written([...findings, makeFinding({ level: 'warn' })]));

    expect(lines.length).toBe(11);
    expect(lines[9]).toBe(
      '::error title=stackcheck::4 more findings of this level: GitHub shows no more than 10 a step',
    );
    expect(lines[10]).toMatch(/^::warning /);
  });
});
