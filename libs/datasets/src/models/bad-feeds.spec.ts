import { refusalOf } from '../testing/refusal-of';
import { modelsDataset } from './dataset';
import { madeUpModel, modelsBytes, smallModels, withEach, withModel, withProvider } from './testing/small-models';
import type { UpstreamDocument, UpstreamModel } from './upstream';

const good = smallModels();
const SOMEBODYS = 'acme/model-10';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const model = (change: object, key = SOMEBODYS): unknown => withModel(good, key, change);
const cost = (change: object, key?: string): unknown => model({ cost: { input: 1, output: 2, ...change } }, key);
const limit = (change: object): unknown => model({ limit: { context: 1_000, output: 100, ...change } });
const provider = (change: object): unknown => withProvider(good, 'acme', change);
const named = (id: string): unknown => withModel(good, `acme/${id}`, {});
const tier = (...tiers: readonly object[]): unknown => cost({ tiers });
const at = (size: unknown, more: object = {}): object => ({
  input: 2,
  output: 4,
  tier: { type: 'context', size },
  ...more,
});

/** The good document as text, with one piece of it replaced. */
function edited(from: string, to: string): Uint8Array {
  const text = JSON.stringify(good);
  expect(text).toContain(from);
  return utf8(text.replace(from, to));
}

const NO_JSON: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['zeros', new Uint8Array(1_000)],
  ['HTML', utf8('<!doctype html><title>Just a moment</title>')],
  ['TOML', utf8('name = "GPT-5"\n[cost]\ninput = 1.25\n')],
  ['half a document', modelsBytes(good).slice(0, 5_000)],
  ['a document and a half', new Uint8Array([...modelsBytes(good), ...modelsBytes(good).slice(0, 500)])],
  ['UTF-16', new Uint8Array(Buffer.from(JSON.stringify(good), 'utf16le'))],
  ['Latin-1', new Uint8Array(Buffer.from('{"x":"\u00e9"}', 'latin1'))],
  ['a price that is no number', edited('"input":1.25', '"input":NaN')],
  ['compressed bytes', new Uint8Array([0x1f, 0x8b, 0x08, 0, 0, 0])],
];

/** What is refused by itself: the document, and the reason that the operator reads. */
const BY_ITSELF: readonly (readonly [string, unknown, RegExp])[] = [
  // Not this document.
  ['null', null, /at "" must be object/],
  ['a text', 'models', /at "" must be object/],
  ['a list', Object.values(good), /at "" must be object/],
  ['an empty object', {}, /at "" must NOT have fewer than 1 prop/],
  ['an error message', { error: 'rate limited' }, /at "\/error" must be object/],
  ['the list of models without providers', { 'openai/gpt-5': madeUpModel('openai/gpt-5') }, /required property 'doc'/],
  ["LiteLLM's document", { 'gpt-5': { litellm_provider: 'openai', mode: 'chat' } }, /required property 'id'/],
  // Providers.
  ['a provider without a name', provider({ name: undefined }), /"\/acme" must have required property 'name'/],
  ['a provider without a page', provider({ doc: undefined }), /"\/acme" must have required property 'doc'/],
  ['a provider without models', provider({ models: undefined }), /"\/acme" must have required property 'models'/],
  ['a list of models', provider({ models: [] }), /"\/acme\/models" must be object/],
  ['a provider under another name', provider({ id: 'other' }), /provider "acme" calls itself "other"/],
  ['a page that is a script', provider({ doc: 'javascript:alert(1)' }), /^link_refused: .*"acme"/],
  ['a page without a host', provider({ doc: 'https:///x' }), /^link_refused: .*"acme"/],
  ['a hidden character in a name', provider({ name: 'Ac\u202Eme' }), /^hidden_character: .*"acme"/],
  ['a provider with a slash', { ...good, 'a/b': { ...good['acme'], id: 'a/b' } }, /^name_refused: .*"a\/b"/],
  ['a provider in capitals', { ...good, ACME: { ...good['acme'], id: 'ACME' } }, /^name_refused: .*name_not_unique: /],
  ['a provider named like every object', withBrandNew('constructor'), /^reserved_word: .*"constructor"/],
  // Models.
  ['a model that is a text', model2('text'), /"\/acme\/models\/model-10" must be object/],
  ['a model without a name', model({ name: undefined }), /required property 'name'/],
  ['an empty name', model({ name: '' }), /\/name" must NOT have fewer than 1 char/],
  ['an endless name', model({ name: 'x'.repeat(201) }), /\/name" must NOT have more than 200 char/],
  ['a model under another id', model({ id: 'model-11' }), /model "acme\/model-10" calls itself "model-11"/],
  ['a family that is null', model({ family: null }), /\/family" must be string/],
  ['an empty family', model({ family: '' }), /\/family" must NOT have fewer/],
  ['a family named like every object', model({ family: '__proto__' }), /^reserved_word: .*"acme\/model-10"/],
  ['a model named like every object', named('toString'), /^reserved_word: .*"acme\/toString"/],
  ['a model in a folder of that name', named('x/__proto__/y'), /^reserved_word: /],
  ['a model with a blank', named('my model'), /^name_refused: .*"acme\/my model"/],
  ['a model with markup', named('a<b>'), /^name_refused: /],
  ['a model that begins with a slash', named('/a'), /^name_refused: /],
  ['two models that differ in case', named('MODEL-10'), /^name_not_unique: .*"acme\/(MODEL|model)-10"/],
  ['a bidirectional override', model({ name: 'x\u202Ey' }), /^hidden_character: .*"acme\/model-10"/],
  ['a character without width', model({ name: 'x\u200By' }), /^hidden_character: /],
  ['half a character', model({ name: 'x\ud800y' }), /^hidden_character: /],
  ['a bell', model({ family: 'x\u0007' }), /^hidden_character: /],
  ['a flag as a text', model({ tool_call: 'true' }), /\/tool_call" must be boolean/],
  ['a flag that is missing', model({ open_weights: undefined }), /required property 'open_weights'/],
  ['a flag that is null', model({ structured_output: null }), /\/structured_output" must be boolean/],
  ['another status', model({ status: 'gone' }), /\/status" must be equal to one of/],
  [
    'another modality',
    model({ modalities: { input: ['smell'], output: ['text'] } }),
    /\/modalities\/input\/0" must be equal/,
  ],
  ['no modality', model({ modalities: { input: [], output: ['text'] } }), /\/modalities\/input" must NOT have fewer/],
  ['a release on no day', model({ release_date: 'soon' }), /\/release_date" must match pattern/],
  ['a release in a year', model({ release_date: '2025' }), /\/release_date" must match pattern/],
  ['a release that is a number', model({ release_date: 20250601 }), /\/release_date" must be string/],
  ['no release', model({ release_date: undefined }), /required property 'release_date'/],
  ['a release before there were any', model({ release_date: '1999-01-01' }), /^date_out_of_range: .*"acme\/model-10"/],
  ['a release that nobody will see', model({ release_date: '2999-01-01' }), /^date_out_of_range: /],
  ['knowledge of the far future', model({ knowledge: '2222-02' }), /^date_out_of_range: /],
  // Limits.
  ['no limits', model({ limit: undefined }), /required property 'limit'/],
  ['a limit as a text', limit({ context: '128k' }), /\/limit\/context" must be integer/],
  ['a negative limit', limit({ output: -1 }), /\/limit\/output" must be >= 0/],
  ['a fraction of a token', limit({ context: 1.5 }), /\/limit\/context" must be integer/],
  ['a limit beyond counting', limit({ context: 1e300 }), /\/limit\/context" must be <= /],
  [
    'a limit that is a thousand times too large',
    limit({ context: 2_000_000_000 }),
    /^limit_out_of_range: .*"acme\/model-10"/,
  ],
  // Prices.
  ['a price as a text', cost({ input: '1.25' }), /\/cost\/input" must be number/],
  ['a price with a dollar sign', cost({ output: '$2' }), /\/cost\/output" must be number/],
  ['a price that is null', cost({ input: null }), /\/cost\/input" must be number/],
  ['a negative price', cost({ input: -1 }), /\/cost\/input" must be >= 0/],
  ['a negative price of a cache', cost({ cache_read: -0.1 }), /\/cost\/cache_read" must be >= 0/],
  ['no price of output', cost({ output: undefined }), /required property 'output'/],
  ['a price beyond money', cost({ output: 1e300 }), /\/cost\/output" must be <= /],
  ['a price a thousand times too high', cost({ input: 3_000 }), /^price_out_of_range: .*"acme\/model-10"/],
  ['such a price in a tier', tier(at(200_000, { output: 15_000 })), /^price_out_of_range: /],
  [
    'a tier of another sort',
    tier({ input: 1, output: 2, tier: { type: 'time', size: 8 } }),
    /\/tier\/type" must be equal/,
  ],
  ['a tier without a threshold', tier(at(undefined)), /required property 'size'/],
  ['a tier above nothing', tier(at(0)), /\/tier\/size" must be >= 1/],
  ['a tier above half a token', tier(at(0.5)), /\/tier\/size" must be/],
  ['a tier without a price', tier(at(1_000, { input: undefined })), /required property 'input'/],
  ['a tier with a negative price', tier(at(1_000, { output: -4 })), /\/output" must be >= 0/],
  [
    'two prices above one threshold',
    tier(at(1_000), at(2_000), at(1_000)),
    /"acme\/model-10" has two prices above 1000/,
  ],
  ['a tier beyond all contexts', tier(at(2_000_000_000)), /^limit_out_of_range: /],
  // Canaries.
  [
    'a list price that changed',
    cost({ input: 2, output: 10 }, 'openai/gpt-4o'),
    /^canary_changed: 1 .*openai\/gpt-4o cost 2\.5\/10 USD, now 2\/10 USD/,
  ],
  ['a list price that is gone', model({ cost: undefined }, 'openai/gpt-5'), /^canary_changed: .*nothing is stated/],
  [
    'a list price in thousands',
    cost({ input: 0.003, output: 0.015 }, 'anthropic/claude-sonnet-4-5'),
    /^canary_changed: /,
  ],
  ['prices per token', inUnits(1e-6), /^canary_changed: /],
  ['prices in cents', inUnits(100), /^price_out_of_range: .*canary_changed: 34 /],
  ['input and output exchanged', exchanged(), /^canary_changed: /],
  ['no OpenAI', { ...good, openai: undefined }, /^canary_changed: .*openai sells nothing/],
  ['an OpenAI without models', withProvider(good, 'openai', { models: {} }), /^canary_changed: .*openai sells nothing/],
  [
    'another OpenAI',
    { ...good, openai: undefined, open_ai: { ...good['openai'], id: 'open_ai' } },
    /^canary_changed: /,
  ],
  [
    'a third of the canaries gone',
    withEach(withEach(good, 'openai', lastOnly), 'anthropic', lastOnly),
    /^canary_changed: .*is gone/,
  ],
  ['no price at all', unpriced(), /^empty: .*canary_changed: /],
  ['no release dates', undated(), /^date_out_of_range: \d+ models without a release date/],
];

/** What is refused as the successor of the good document. */
const AFTER_GOOD: readonly (readonly [string, unknown, RegExp])[] = [
  [
    'a tenth of the models gone',
    withEach(good, 'acme', (one, index) => (index < 11 ? undefined : one)),
    /^shrunken: .*known models/,
  ],
  [
    'as many replaced by others',
    withEach(good, 'acme', (one, index) => (index < 11 ? { ...one, id: `new-${index}` } : one)),
    /^shrunken: 83 known models where the last snapshot has 94/,
  ],
  [
    'a tenth of the prices gone',
    withEach(good, 'acme', (one, index) => (index < 11 ? { ...one, cost: undefined } : one)),
    /^shrunken: .*with a price/,
  ],
  [
    'a fifth of the prices changed',
    withEach(good, 'acme', (one, index) => (index < 20 ? priced(one, 1.1) : one)),
    /^drifted: 20 of 94 known prices/,
  ],
  [
    'six prices a thousandth',
    withEach(good, 'acme', (one, index) => (index < 6 ? priced(one, 0.001) : one)),
    /^price_jumped: 6 prices/,
  ],
  [
    'six prices a thousandfold',
    withEach(good, 'acme', (one, index) => (index < 6 ? priced(one, 1_000) : one)),
    /^price_jumped: 6 prices/,
  ],
];

function model2(value: unknown): unknown {
  return withProvider(good, 'acme', { models: { ...good['acme']!.models, 'model-10': value } });
}

function withBrandNew(id: string): unknown {
  return { ...good, [id]: { ...good['acme'], id } };
}

function priced(one: UpstreamModel, factor: number): UpstreamModel {
  return { ...one, cost: { input: one.cost!.input * factor, output: one.cost!.output * factor } };
}

function everywhere(change: (one: UpstreamModel) => UpstreamModel): UpstreamDocument {
  return Object.keys(good).reduce((document, id) => withEach(document, id, change), good);
}

function inUnits(factor: number): UpstreamDocument {
  return everywhere((one) => priced(one, factor));
}

function exchanged(): UpstreamDocument {
  return everywhere((one) => ({ ...one, cost: { input: one.cost!.output, output: one.cost!.input } }));
}

function unpriced(): UpstreamDocument {
  return everywhere((one) => ({ ...one, cost: undefined }));
}

function undated(): UpstreamDocument {
  return everywhere((one) => ({ ...one, release_date: '1970-01-01' }));
}

function lastOnly(one: UpstreamModel, index: number): UpstreamModel | undefined {
  return index === 0 ? one : undefined;
}

describe('a broken feed is refused with its reason', () => {
  it('and the good one is taken', () => {
    expect(refusalOf(modelsDataset, modelsBytes(good))).toBeUndefined();
    expect(refusalOf(modelsDataset, modelsBytes(good), modelsDataset.read(modelsBytes(good)))).toBeUndefined();
  });

  it.each(NO_JSON)('%s', (_what, body) => {
    expect(refusalOf(modelsDataset, body)).toBe('upstream_shape: upstream sent no JSON text in UTF-8');
  });

  it.each(BY_ITSELF)('%s', (_what, document, reason) => {
    expect(refusalOf(modelsDataset, modelsBytes(document))).toMatch(reason);
  });

  it.each(AFTER_GOOD)('%s', (_what, document, reason) => {
    expect(refusalOf(modelsDataset, modelsBytes(document), modelsDataset.read(modelsBytes(good)))).toMatch(reason);
  });

  it.each<[string, Uint8Array, RegExp]>([
    [
      'a model stated twice',
      edited('"model-10":', '"model-11":{},"model-10":'),
      /states "acme\/models\/model-11" twice/,
    ],
    [
      'a price stated twice',
      edited('"input":1.25', '"input":0,"input":1.25'),
      /states "openai\/models\/gpt-5\/cost\/input" twice/,
    ],
    ['a provider stated twice', edited('{"openai":', '{"acme":{},"openai":'), /states "acme" twice/],
    [
      'a name stated twice in another spelling',
      edited('"name":"ACME"', '"n\\u0061me":"","name":"ACME"'),
      /states "acme\/name" twice/,
    ],
    [
      'a provider named __proto__',
      edited('{"openai":', `{"__proto__":${JSON.stringify({ ...good['acme'], id: '__proto__' })},"openai":`),
      /^name_refused: .*reserved_word: /,
    ],
    [
      'a model named __proto__',
      edited('"model-10":', `"__proto__":${JSON.stringify(madeUpModel('__proto__'))},"model-10":`),
      /^reserved_word|^name_refused/,
    ],
    ['a price too great for numbers', edited('"input":1.25', '"input":1e999'), /\/cost\/input" must be/],
  ])('%s', (_what, body, reason) => {
    expect(refusalOf(modelsDataset, body)?.replace('upstream_shape: ', '')).toMatch(reason);
  });

  it.each<[string, unknown]>([
    ['a model without a price', model({ cost: undefined })],
    ['a free model', cost({ input: 0, output: 0 })],
    ['a day that does not exist', model({ release_date: '2025-25-11', knowledge: '2025-02-31' })],
    ['members that nobody knows', model({ reasoning_options: [{}], experimental: true })],
    ['a few canaries withdrawn from sale', withEach(good, 'cohere', lastOnly)],
    ['a tab behind a name', model({ name: 'Model\t' })],
  ])('but not %s', (_what, document) => {
    expect(refusalOf(modelsDataset, modelsBytes(document))).toBeUndefined();
  });
});
