import { ERRORS } from '@stackcheck/contract/errors';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, isCode, repositoryFiles, textOf } from './workspace';

/** The service specification is read from the corpora's folder, where they are present. */
const SPECIFICATION = inRoot(process.env['CORPORA_DIR'] ?? '../shared/corpora', '..', 'spec', 'service.md');
const there = existsSync(SPECIFICATION);

(there ? describe : describe.skip)(
  `the error table and section 7 of ../shared/spec/service.md${there ? '' : ' (missing)'}`,
  () => {
    it('name the same codes with the same HTTP status', () => {
      const ours = Object.entries(ERRORS).map(([code, row]) => `${code} ${row.http}`);

      expect(ours.sort()).toEqual([...specifiedCodes()].sort());
    });
  },
);

describe('error codes', () => {
  it('are all written somewhere outside the table, so that each can be answered', () => {
    const sources = repositoryFiles()
      .filter(
        (file) =>
          isCode(file) && /^(apps|libs)\//.test(file) && !/\.spec\.ts$|\/testing\/|contract\/src\/errors/.test(file),
      )
      .map(textOf)
      .join('\n');

    const unused = Object.keys(ERRORS).filter((code) => !sources.includes(`'${code}'`));

    expect(unused).toEqual([]);
  });
});

describe('the productions of errors through HTTP', () => {
  const table = textOf('apps/api/src/testing/error-productions.ts');
  const produced = [...table.matchAll(/^ {2}([a-z][a-z0-9_]*): /gm)].map((line) => line[1]!);

  it('cover the error table: no code that a caller may read about was never seen', () => {
    expect(Object.keys(ERRORS).filter((code) => !produced.includes(code))).toEqual([]);
  });
});

describe('the published error page', () => {
  it('has one anchor for every code, since the `docs` of each error body points at it', () => {
    const golden = repositoryFiles(inRoot('apps/api/src/published/golden')).find((file) => /error/.test(file));
    const page = golden === undefined ? '' : textOf(golden);

    const anchors = [...page.matchAll(/ id="([a-z0-9_]+)"/g)].map((match) => match[1]!);

    expect(anchors.filter((anchor) => anchor in ERRORS).sort()).toEqual(Object.keys(ERRORS).sort());
  });
});

/** Rows of the table below the heading of section 7, as `code status`. */
function specifiedCodes(): readonly string[] {
  const text = readFileSync(SPECIFICATION, 'utf8');
  const section = /^## 7\.[\s\S]*?(?=^## 8\.)/m.exec(text)?.[0] ?? '';
  return [...section.matchAll(/^\| ([a-z][a-z0-9_]*) \| (\d{3}) \|/gm)].map((row) => `${row[1]} ${row[2]}`);
}
