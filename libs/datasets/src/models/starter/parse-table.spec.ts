import { parseTable } from './parse-table';

const LARGE = [
  'large "Large" "" 2.5/10 cache 1.25/3',
  'above 200 at 5/20 batch 1.25/5 fits 400/40/360',
  'can tools,json,reasoning,files reads text,image writes text,audio knows 2024-10 open yes from 2025-02',
].join(' ');
const TABLE = `
# Prices of a comment line, 1/2, are none.
maker "The Maker" https://maker.example/docs

  small "Small One" fam 1/2 fits 100/10 from 2025-01-02
  # Of the large one:
  ${LARGE}
  read "Read" fam 0/0 cache 0.5 fits 1/1 can tools open no from 2025
other "Other" https://other.example
`;

const BASE = {
  attachment: false,
  reasoning: false,
  tool_call: false,
  modalities: { input: ['text'], output: ['text'] },
  open_weights: false,
};

it('a table is the document that upstream would send, with batch prices where there are some', () => {
  const { document, batch } = parseTable(TABLE);

  expect(document).toEqual({
    maker: {
      id: 'maker',
      name: 'The Maker',
      doc: 'https://maker.example/docs',
      models: {
        small: {
          ...BASE,
          id: 'small',
          name: 'Small One',
          family: 'fam',
          release_date: '2025-01-02',
          last_updated: '2025-01-02',
          limit: { context: 100, output: 10 },
          cost: { input: 1, output: 2 },
        },
        large: {
          id: 'large',
          name: 'Large',
          family: '',
          attachment: true,
          reasoning: true,
          tool_call: true,
          structured_output: true,
          knowledge: '2024-10',
          release_date: '2025-02',
          last_updated: '2025-02',
          modalities: { input: ['text', 'image'], output: ['text', 'audio'] },
          open_weights: true,
          limit: { context: 400, output: 40, input: 360 },
          cost: {
            input: 2.5,
            output: 10,
            cache_read: 1.25,
            cache_write: 3,
            tiers: [{ input: 5, output: 20, tier: { type: 'context', size: 200 } }],
          },
        },
        read: {
          ...BASE,
          id: 'read',
          name: 'Read',
          family: 'fam',
          tool_call: true,
          release_date: '2025',
          last_updated: '2025',
          limit: { context: 1, output: 1 },
          cost: { input: 0, output: 0, cache_read: 0.5 },
        },
      },
    },
    other: { id: 'other', name: 'Other', doc: 'https://other.example', models: {} },
  });
  expect([...batch]).toEqual([['maker/large', { input: 1.25, output: 5 }]]);
});

const HEAD = 'a "A" https://a.example\n';

it.each([
  ['  gpt "GPT" gpt 1/2 fits 1/1 from 2025', 'line 1, "gpt "GPT" gpt 1/2 fits 1/1 from 2025": no provider is open'],
  ['A "A" https://a.example', 'line 1, "A "A" https://a.example": a provider line is: id "Name" https://…'],
  ['a "A" http://a.example', 'line 1, "a "A" http://a.example": a provider line is: id "Name" https://…'],
  ['a "A" https://a.example x', 'line 1, "a "A" https://a.example x": a provider line is: id "Name" https://…'],
  [`\n${HEAD}\n${HEAD}`, 'line 4, "a "A" https://a.example": the provider stands twice'],
  [`${HEAD} m "M" f 1/2 fits 1/1 from 2025\n m "N" f 1/2 fits 1/1 from 2025`, 'the model stands twice'],
  [`${HEAD} m "M" f 1/2/3 fits 1/1 from 2025`, '"1/2/3" are no numbers'],
  [`${HEAD} m "M" f 1/x fits 1/1 from 2025`, '"1/x" are no numbers'],
  [`${HEAD} m "M" f 1/2 fits 1 from 2025`, '"1" are no numbers'],
  [`${HEAD} m "M" f 1/2 fits 1/2/3/4 from 2025`, '"1/2/3/4" are no numbers'],
  [`${HEAD} m "M" f 1/2 cache 1/2/3 fits 1/1 from 2025`, '"1/2/3" are no numbers'],
  [`${HEAD} m "M" f 1/2 batch 1 fits 1/1 from 2025`, '"1" are no numbers'],
  [`${HEAD} m "M" f 1/2 above 9 fits 1/1 from 2025`, '"above" needs "at"'],
  [`${HEAD} m "M" f 1/2 from 2025`, '"fits" is missing'],
  [`${HEAD} m "M" f 1/2 fits 1/1`, '"from" is missing'],
  [`${HEAD} m "M" f 1/2 fits 1/1 from`, '"from" has no value'],
  [`${HEAD} m "M" f 1/2 fits 1/1 can tools,fly from 2025`, '"fly" is no ability'],
  [`${HEAD} m "M" f 1/2 fits 1/1 wings 2 from 2025`, '"wings" is not a mark'],
  [`${HEAD} m "M" f 1/2 fits 1/1 fits 1/1 from 2025`, '"fits" stands twice'],
])('a mistake in %j is named', (text, message) => {
  expect(() => parseTable(text)).toThrow(message);
  expect(() => parseTable(text)).toThrow(/^line \d+, "/);
});
