import { QUERIES } from './queries';

/** Id, the dataset that every answer is from, those that it may use besides. */
const DATASETS = [
  ['eol_product', 'eol', []],
  ['eol_cycle', 'eol', []],
  ['eol_check', 'eol', []],
  ['eol_image', 'eol', []],
  ['kev_check', 'kev', ['epss', 'osv']],
  ['epss_check', 'epss', []],
  ['models_cheapest', 'models', []],
  ['osv_check', 'osv', ['kev', 'epss', 'eol']],
  ['stack_check', null, ['eol', 'kev', 'osv']],
  ['stack_watch', null, ['eol', 'kev', 'osv']],
  ['eol_index', 'eol', []],
  ['models_index', 'models', []],
  ['validate', null, ['eol', 'kev', 'epss', 'models', 'osv']],
];

test('each query names the datasets that it is answered from', () => {
  expect(QUERIES.map(({ id, dataset, joins }) => [id, dataset, joins])).toEqual(DATASETS);
});

test.each(QUERIES.map((query) => [query.id, query] as const))('%s takes an object', (_id, query) => {
  for (const raw of [null, undefined, 'text', 7, [], [{}]])
    expect(() => query.read(raw) as unknown).toThrow(
      expect.objectContaining({ code: 'bad_request', message: 'the input must be an object' }) as Error,
    );
});
