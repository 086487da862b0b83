import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import fc from 'fast-check';

import { readImageInput } from './from-line';
import { formatReference, fullName, parseReference } from './reference';
import { anyReference } from './testing/any-reference';
import { readCases } from './testing/read-cases';

describe('an image reference', () => {
  const text = readFileSync(join(__dirname, 'reference.cases.txt'), 'utf8');
  const cases = readCases(text).map((columns) => columns.map(repeated));

  it.each(cases.filter(([, kind]) => kind !== 'fault'))('%s is in %s the repository %s', (...columns) => {
    const [text, registry, repository, tag, digest] = columns;

    expect(parseReference(text!)).toEqual({ registry, repository, tag: orNull(tag), digest: orNull(digest) });
  });

  it.each(cases.filter(([, kind]) => kind === 'fault'))('%s is a fault: %s %s', (text, _fault, message) => {
    expect(parseReference(text!)).toEqual({ fault: expect.stringContaining(message!) });
  });

  it.each([60, 61, 500])('of %d characters is quoted by its first sixty', (length) => {
    const path = `${'a'.repeat(length - 1)}!`;
    const quoted = length > 60 ? `${path.slice(0, 60)}…` : path;

    expect(parseReference(path)).toEqual({ fault: expect.stringContaining(`repository name "${quoted}" may`) });
  });

  it('is read back from its normalised text', () => {
    fc.assert(
      fc.property(anyReference(), (reference) => {
        expect(parseReference(formatReference(reference))).toEqual(reference);
      }),
    );
  });

  it('is never thrown over, and every fault says what would do', () => {
    const alphabet = fc.constantFrom(...'aZ09._-/:@[]$ \té'.split(''), 'node', 'docker.io', 'sha256:', 'library/');
    const almost = fc.array(alphabet, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), almost), (text) => {
        const read = parseReference(text);

        if ('fault' in read) expect(read.fault).toMatch(/\.$/);
        else expect(parseReference(formatReference(read))).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  });
});

const corpora = resolve(__dirname, '../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const grammarFile = join(corpora, 'images', 'reference_grammar.jsonl');
const missing = existsSync(grammarFile) ? '' : ' (skipped: no corpora/images/reference_grammar.jsonl)';

(missing === '' ? describe : describe.skip)(`the distribution/reference grammar${missing}`, () => {
  it('is agreed with on every line that is not soft', () => {
    const lines = readFileSync(grammarFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as GrammarLine)
      .filter(({ soft }) => soft !== true);

    const wrong = lines.filter((line) => verdictOf(line.input) !== (line.valid ? line.normalized : null));
    const wrongParts = lines.filter((line) => line.valid && !hasParts(line));

    expect(wrong.map(({ input }) => input)).toEqual([]);
    expect(wrongParts.map(({ input }) => input)).toEqual([]);
    expect(lines.length).toBeGreaterThan(380);
  });

  it('is agreed with by what callers send, where FROM lines are accepted too', () => {
    const lines = readFileSync(grammarFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as GrammarLine)
      .filter(({ soft }) => soft !== true);

    const wrong = lines.filter(({ input, valid, not_for_api }) => {
      return 'fault' in readImageInput(input) === (valid || not_for_api === true);
    });

    expect(wrong.map(({ input }) => input)).toEqual([]);
  });
});

interface GrammarLine {
  readonly input: string;
  readonly valid: boolean;
  readonly domain: string | null;
  readonly path: string | null;
  readonly tag: string | null;
  readonly digest: string | null;
  readonly normalized: string | null;
  readonly soft?: boolean;
  readonly not_for_api?: boolean;
}

function verdictOf(input: string): string | null {
  const read = parseReference(input);
  return 'fault' in read ? null : formatReference(read);
}

function hasParts({ input, domain, path, tag, digest }: GrammarLine): boolean {
  const read = parseReference(input);
  if ('fault' in read) return false;
  const said = tag ?? (digest === null ? 'latest' : null);
  return fullName(read) === `${domain}/${path}` && read.tag === said && read.digest === digest;
}

function orNull(text: string | undefined): string | null | undefined {
  return text === '-' ? null : text;
}

function repeated(text: string): string {
  return text.replace(/\{(.)\*(\d+)\}/g, (_all, letter: string, times: string) => letter.repeat(Number(times)));
}
