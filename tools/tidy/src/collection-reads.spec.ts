import { collectionReads } from './collection-reads';
import { repositoryFiles, textOf } from './workspace';

describe('specs that need published data', () => {
  const needing = repositoryFiles().filter(
    (file) => file.endsWith('.spec.ts') && /CORPORA_DIR|\/corpus'/.test(textOf(file)),
  );

  it('are found', () => {
    expect(needing.length).toBeGreaterThan(25);
  });

  it.each(needing)('%s reads none of it while its suites are described', (file) => {
    expect(collectionReads(file, textOf(file)).map((line) => `${file}:${line}`)).toEqual([]);
  });
});

describe('a read while suites are described', () => {
  it.each([
    ['in a skipped suite', `describe.skip('x', () => { const text = readFileSync(file); });`, [1]],
    [
      'by a function of the file',
      `const json = (f) => JSON.parse(fs.readFileSync(f));\ndescribe('x', () => { to(json(file)); });`,
      [1],
    ],
    ['in a suite of its own making', `suite('x', [file], () => { readdirSync(file); });`, [1]],
    ['in a list of cases', `describe('x', () => { it.each(readdirSync(file))('%s', () => {}); });`, [1]],
    ['not in a test', `describe('x', () => { it('y', () => { readFileSync(file); }); });`, []],
    ['not in the tests of a table', `it.each([1])('y', () => { readFileSync(file); });`, []],
    ['not in a test that is skipped by a condition', `(there ? it : it.skip)('y', () => { readFileSync(file); });`, []],
    ['not in a test under another name', `const run = x ? it : it.skip;\nrun('y', () => { readFileSync(file); });`, []],
    ['not of a file of the repository', `const text = readFileSync(join(__dirname, 'a.cases.txt'));`, []],
    ['not before the tests', `describe('x', () => { beforeAll(() => { readFileSync(file); }); });`, []],
    ['not where it is guarded', `const text = there ? readFileSync(file) : '';`, []],
    ['not in a function that only tests call', `function text() { return readFileSync(file); }`, []],
  ])('is seen %s', (_name, text, lines) => {
    expect(collectionReads('some.spec.ts', text)).toEqual(lines);
  });
});
