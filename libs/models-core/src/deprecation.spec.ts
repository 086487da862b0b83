import { deprecationOf } from './deprecation';
import { model } from './testing/made-up-models';

const TODAY = '2026-11-20';
const NO_MAKER = { date: null, hasEnded: false };

describe('what the word of a deprecation rests on', () => {
  it.each([
    ['its date has come', { deprecationDate: '2026-11-20' }, true, 'deprecated', 'listed date 2026-11-20 has come'],
    ['its month has come', { deprecationDate: '2026-11' }, true, 'deprecated', 'listed date 2026-11 has come'],
    ['the list says so', { status: 'deprecated' }, true, 'deprecated', 'Deprecated: the list of models says so.'],
    [
      'the list says so, before the date',
      { status: 'deprecated', deprecationDate: '2027-01-01' },
      true,
      'deprecated',
      'Deprecated: the list of models says so.',
    ],
    [
      'its date lies ahead',
      { deprecationDate: '2026-11-21' },
      true,
      'listed_date',
      'Not deprecated yet: the listed date is 2026-11-21.',
    ],
    ['no date is listed', {}, true, 'no_listed_date', 'no source lists a date for this offer'],
    ['no list of dates is there', {}, false, 'no_date_source', 'this snapshot has no list of dates'],
  ] as const)('%s', (_what, change, datesKnown, basis, says) => {
    const found = deprecationOf(model(change), NO_MAKER, datesKnown, TODAY);

    expect([found.basis, found.maker_date]).toEqual([basis, null]);
    expect(found.text).toContain(says);
  });
});
