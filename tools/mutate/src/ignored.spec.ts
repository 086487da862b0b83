import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, isMutated } from './areas';
import { EQUIVALENTS, isEquivalent, pieceIgnorer } from './ignored';
import type { Mutant } from './mutant';
import { filesOf } from './working-copy';

const ROOT = join(__dirname, '..', '..', '..');
const text = (listKey: string, parent: object) => ({
  node: { type: 'StringLiteral' },
  listKey,
  parentPath: { node: parent },
});
const call = (object: object) => ({ type: 'CallExpression', callee: { property: { name: 'warn' }, object } });
const thrown = (name: string) => ({ type: 'NewExpression', callee: { name } });

describe('a piece of code is left out', () => {
  test.each([
    ['a word of the log', text('arguments', call({ name: 'logger' })), /log/],
    [
      'a word of the log, by a member',
      text('arguments', call({ property: { name: 'logger' }, object: { name: 'deps' } })),
      /log/,
    ],
    ['the text of an internal fault', text('arguments', thrown('TypeError')), /internal/],
    ['an argument of another call', text('arguments', call({ name: 'answer' })), undefined],
    ['the text of an answer', text('arguments', thrown('ServiceError')), undefined],
    ['a text that is no argument', text('body', call({ name: 'logger' })), undefined],
  ])('%s', (_name, path, reason) => {
    const answer = pieceIgnorer.shouldIgnore(path);

    if (reason === undefined) expect(answer).toBeUndefined();
    else expect(answer).toMatch(reason);
  });
});

describe('changes that nobody can notice', () => {
  const areas = AREAS.flatMap(({ code }) => code);
  const files = filesOf(ROOT).filter(
    (file) => isMutated(file) && areas.some((folder) => file.startsWith(`${folder}/`)),
  );

  test.each(EQUIVALENTS.map((known) => [known.file, known.original, known] as const))(
    '%s: %s stands in one file, and has a reason',
    (_file, _original, known) => {
      const named = files.filter((file) => file.endsWith(`/${known.file}`));

      expect(named).toHaveLength(1);
      expect(readFileSync(join(ROOT, named[0] as string), 'utf8')).toContain(known.original);
      expect(known.reason.length).toBeGreaterThan(20);
      const mutant: Mutant = {
        ...known,
        file: named[0] as string,
        at: '',
        line: 1,
        mutator: '',
        nth: 0,
        replacement: known.replacement ?? '',
      };
      expect(isEquivalent(mutant)).toBe(true);
      expect(isEquivalent({ ...mutant, original: `${known.original} ` })).toBe(false);
    },
  );
});
