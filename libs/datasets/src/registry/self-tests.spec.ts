import { eolDataset } from '../eol/dataset';
import { eolStarter } from '../eol/starter';
import { epssDataset } from '../epss/dataset';
import { epssStarter } from '../epss/starter';
import { kevDataset } from '../kev/dataset';
import { kevStarter } from '../kev/starter';
import { modelsDataset } from '../models/dataset';
import { modelsStarter } from '../models/starter';
import { finish } from '../tasks/cooperative-task';

const eol = eolStarter().snapshot;
const epss = epssStarter().snapshot;
const kev = kevStarter().snapshot;
const models = modelsStarter().snapshot;

/** What an index does not say of the snapshot that it should have been made of. */
const TESTS: Readonly<Record<string, () => string | undefined>> = {
  'a product is missing': () => eolOf({ ...eol, products: eol.products.slice(1) }),
  'a product has lost a cycle': () => {
    const [first, ...others] = eol.products;
    return eolOf({ ...eol, products: [{ ...first!, cycles: first!.cycles.slice(1) }, ...others] });
  },
  'an entry is missing': () => kevOf({ ...kev, entries: kev.entries.slice(1) }),
  'an entry has another due date': () => {
    const [first, ...others] = kev.entries;
    return kevOf({ ...kev, entries: [{ ...first!, due_date: '2099-01-01' }, ...others] });
  },
  'a model is missing': () => {
    const index = finish(modelsDataset.index({ ...models, models: models.models.slice(1) }));
    return finish(modelsDataset.selfTest(index, models));
  },
  'a score is other': () => epssOf({ ...epss, scores: changedScore(',0.12345') }),
  'a percentile is other': () => epssOf({ ...epss, scores: changedScore(',$1,0.12345') }),
  'a score is missing': () => {
    const more = { ...epss, score_count: epss.score_count + 1 };
    return finish(epssDataset.selfTest(finish(epssDataset.index(epss, false)), more));
  },
};

const eolOf = (indexed: typeof eol) => finish(eolDataset.selfTest(finish(eolDataset.index(indexed)), eol));
const epssOf = (indexed: typeof epss) => finish(epssDataset.selfTest(finish(epssDataset.index(indexed, false)), epss));
/** The first row of the first year with another number. */
const changedScore = (by: string) =>
  epss.scores.map((year, at) =>
    at > 0
      ? year
      : {
          ...year,
          rows: by === ',0.12345' ? year.rows.replace(/,[^,]+/, by) : year.rows.replace(/,([^,]+),[^\n]+/, by),
        },
  );
const kevOf = (indexed: typeof kev) => finish(kevDataset.selfTest(finish(kevDataset.index(indexed)), kev));

it.each([
  ['a product is missing', /^".+" finds "nothing" instead of ".+"$/],
  ['a product has lost a cycle', /^".+" has lost cycles in the index$/],
  ['an entry is missing', /^(\d+) of \d+ entries are in the index$/],
  ['an entry has another due date', /^CVE-\d+-\d+ is listed and not found as it is$/],
  ['a model is missing', /^\d+ of \d+ models are in the index$/],
  ['a score is other', /^CVE-\d+-\d+ is scored and not found as it is$/],
  ['a percentile is other', /^CVE-\d+-\d+ is scored and not found as it is$/],
  ['a score is missing', /^\d+ of \d+ scores are in the index$/],
])('an index in which %s fails the test before it is served', (name, sentence) =>
  expect(TESTS[name]!()).toMatch(sentence),
);
