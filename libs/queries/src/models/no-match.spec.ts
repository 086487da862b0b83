import type { CheapestOutcome, CheapestRequest } from '@stackcheck/models-core';
import { noMatchMessage } from './no-match';

type NoMatch = Extract<CheapestOutcome, { kind: 'no_match' }>;

const NONE = {
  unfit: null,
  widen: [],
  kinds: [],
  unpriced: 0,
  unmet: [],
  largest: { context: null, input: null, output: null },
  together: [],
};
const NEEDS = { context: 30, input: 20, output: 10 };
const unfit = (largest: object, models = 2): object => ({
  unfit: { models, needs: NEEDS, largest: { ...NONE.largest, ...largest } },
});

function said(reasons: object, constraints: object = {}, drops: readonly string[] = []): string {
  const outcome = {
    kind: 'no_match',
    reasons: { ...NONE, ...reasons },
    closest: drops.map((drop) => ({ drop })),
    considered: 7,
    excluded: { no_price: 0, free: 2, kind: 5 },
  };
  return noMatchMessage({ tokens: {}, constraints } as CheapestRequest, outcome as unknown as NoMatch);
}

const ALL = 'no model meets all constraints';
const CALL = 'the call is too large: 20 in and 10 out need a context of 30 tokens';

it.each<[string, string, object, object, readonly string[]]>([
  ['that nothing is compared', 'none of 7 models is comparable: 2 free, 5 kind', {}, {}, []],
  ['which one to drop', `${ALL}; dropping one of these alone would do: a, b`, { together: ['a', 'b'] }, {}, ['a', 'b']],
  [
    'which to drop together',
    `${ALL}; dropping a single one would not do, dropping these together would: a, b`,
    { together: ['a', 'b'] },
    {},
    [],
  ],
  ['that one alone is no several', 'none of 7 models is comparable: 2 free, 5 kind', { together: ['a'] }, {}, []],
  [
    'what may be set',
    `${ALL}; setting one of these to true would do: include_free, include_deprecated`,
    { widen: ['include_free', 'include_deprecated'] },
    {},
    [],
  ],
  [
    'the largest limits where none is large enough',
    `${ALL}; min_context is 9, and the largest context is 5; min_output is 8, and the largest output limit is not known`,
    { unmet: ['min_output', 'min_context', 'tool_call'], largest: { context: 5, output: null } },
    { min_context: 9, min_output: 8 },
    [],
  ],
  [
    'of which kind a model is that was asked for',
    `${ALL}; kind chat is searched, and what was asked for by name is of kind image, ocr`,
    { kinds: ['image', 'ocr'] },
    { models: ['x'] },
    [],
  ],
  [
    'of which kind a family is that was asked for',
    `${ALL}; kind video is searched, and what was asked for by name is of kind ocr`,
    { kinds: ['ocr'] },
    { families: ['x'], kind: 'video' },
    [],
  ],
  ['no kind that nobody asked for', 'none of 7 models is comparable: 2 free, 5 kind', { kinds: ['ocr'] }, {}, []],
  [
    'how many have no price',
    `${ALL}; 3 of the models that meet all constraints state no price`,
    { unpriced: 3 },
    {},
    [],
  ],
  [
    'how many have no batch price',
    `${ALL}; 3 of the models that meet all constraints state no batch price for such a call`,
    { unpriced: 3 },
    { batch: true },
    [],
  ],
  [
    'to drop the models only where nothing else would do',
    `${ALL}; dropping one of these alone would do: models`,
    {},
    {},
    ['models'],
  ],
  [
    'not to drop the models where something else would do',
    `${ALL}; dropping one of these alone would do: a; 1 of the models that meet all constraints state no price`,
    { unpriced: 1 },
    {},
    ['models', 'a'],
  ],
  [
    'that the call is too large for every context',
    `${CALL}, and the largest context of the 2 models that meet all constraints is 29`,
    unfit({ context: 29, output: 1 }),
    {},
    ['models'],
  ],
  [
    'that the call is too large for the output of the one model',
    'the call is too large: it needs 10 tokens of output, and the largest output limit of the one model that meets all constraints is 9',
    unfit({ context: 30, output: 9, input: 1 }, 1),
    {},
    [],
  ],
  [
    'that the call is too large for every input',
    'the call is too large: it needs 20 tokens of input, and the largest input limit of the 2 models that meet all constraints is 19',
    unfit({ output: 10, input: 19 }),
    {},
    [],
  ],
  [
    'that the call is too large for each of them in another way',
    `${CALL}, and none of the 2 models that meet all constraints has the room for all of it at once; dropping one of these alone would do: a`,
    { ...unfit({ context: 30, output: 10, input: 20 }), together: ['b', 'c'] },
    {},
    ['a'],
  ],
  [
    'nothing of several together where the call is too large',
    `${CALL}, and the largest context of the 2 models that meet all constraints is 1`,
    { ...unfit({ context: 1 }), together: ['b', 'c'] },
    {},
    [],
  ],
])('a search without a match says %s', (_what, message, reasons, constraints, drops) => {
  expect(said(reasons, constraints, drops)).toBe(message);
});
