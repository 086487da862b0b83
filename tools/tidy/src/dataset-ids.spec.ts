import { DESCRIPTORS } from '@stackcheck/datasets';
import { datasetQuestions } from './dataset-ids';
import { repositoryFiles, textOf } from './workspace';

const IDS: readonly string[] = DESCRIPTORS.map(({ id }) => id);

/** Code that runs, outside of the folders that are about one dataset. */
const code = repositoryFiles().filter(
  (file) =>
    /^(apps|libs)\/.*\.ts$/.test(file) &&
    !/\.(spec|contract)\.ts$|\/testing\/|\/integration\//.test(file) &&
    !IDS.some((id) => file.startsWith(`libs/datasets/src/${id}/`)),
);

describe('the walks over datasets', () => {
  it('are looked at', () => {
    expect(code.length).toBeGreaterThan(500);
    expect(IDS).toContain('osv');
  });

  it('never ask which dataset they are at: they call its verbs', () => {
    const asked = code.flatMap((file) => datasetQuestions(file, textOf(file), IDS).map((place) => `${file}:${place}`));

    expect(asked).toEqual([]);
  });
});

describe('a question for a dataset id', () => {
  it.each([
    ['a comparison', `if (id === 'osv') go();`, [`1: id === 'osv'`]],
    ['the other way round', `const isOther = 'kev' !== manifest.dataset;`, [`1: 'kev' !== manifest.dataset`]],
    ['a case', `switch (id) {\n  case 'models':\n    go();\n}`, [`2: 'models'`]],
    ['a list', `['a', 'b'].includes('eol');`, [`1: ['a', 'b'].includes('eol')`]],
    ['a beginning', `name.startsWith('osv');`, [`1: name.startsWith('osv')`]],
    ['no status of a cycle', `if (cycle.status === 'eol' || statusOn(cycle, today) === 'eol') go();`, []],
    ['no case of a status', `switch (status) {\n  case 'eol':\n}`, []],
    ['no name', `const route = { dataset: 'osv' }; data('eol');`, []],
  ])('is seen: %s', (_name, text, places) => {
    expect(datasetQuestions('some.ts', text, IDS)).toEqual(places);
  });
});
