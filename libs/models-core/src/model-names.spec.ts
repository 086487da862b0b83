import { finish } from './finish';
import { NameSuggestions } from './name-suggestions';
import { indexOf, model } from './testing/made-up-models';

const { names } = indexOf(
  model({
    provider: 'anthropic',
    id: 'claude-sonnet-4-5',
    canonical: 'anthropic/claude-sonnet-4-5',
    family: 'claude-sonnet',
  }),
  model({ provider: 'reseller', id: 'Anthropic/Claude-Sonnet-4.5', canonical: 'anthropic/claude-sonnet-4-5' }),
  model({ provider: 'reseller', id: 'a/b:free', canonical: 'b/b' }),
);

const suggestionsOf = (names: readonly string[]): NameSuggestions => finish(NameSuggestions.steps(names));

describe('names of models', () => {
  it.each(['claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5', 'Claude-Sonnet-4.5', ' anthropic/claude-sonnet-4.5 '])(
    '"%s" stands for the same model, no matter who sells it',
    (text) => {
      const found = names.sameModel(text);

      expect(found.known && found.value).toEqual(['anthropic/claude-sonnet-4-5']);
    },
  );

  it('of one provider are found by provider and id, whose slashes are its own', () => {
    const found = names.model('reseller/A/B:FREE');

    expect(found.known && found.value.id).toBe('a/b:free');
    expect(names.model('a/b:free').known).toBe(false);
  });

  it('are the same in capitals, also where the canonical one has some', () => {
    const capital = indexOf(model({ id: 'Big', canonical: 'Maker/Big-One' })).names;

    for (const text of ['maker/big-one', 'BIG-ONE', 'Maker/Big-One', 'big', 'ACME/BIG'])
      expect(capital.sameModel(text)).toEqual({ known: true, value: ['Maker/Big-One'] });
  });

  it.each(['__proto__', 'constructor', 'toString', '', ' ', 'x'.repeat(5_000)])('"%s" is just unknown', (text) => {
    for (const found of [names.provider(text), names.family(text), names.model(text), names.sameModel(text)]) {
      expect(found.known).toBe(false);
    }
  });

  it('that bear the same key make no index', () => {
    expect(() => indexOf(model(), model())).toThrow(/same key/);
    expect(() => indexOf(model(), model())).toThrow(expect.objectContaining({ place: 'models[1]' }) as Error);
  });
});

describe('suggestions', () => {
  const suggestions = suggestionsOf(['openai/gpt-5', 'openai/gpt-5-mini', 'anthropic/claude-sonnet-4-5', 'xai/grok-4']);

  it.each<[string, string | undefined]>([
    ['gpt-5', 'openai/gpt-5'],
    ['claude-sonet-4.5', 'anthropic/claude-sonnet-4-5'],
    ['claude-4-5-sonnet', 'anthropic/claude-sonnet-4-5'],
    ['GROK 4', 'xai/grok-4'],
    ['gpt5mini', 'openai/gpt-5-mini'],
    ['zzzz', undefined],
    ['', undefined],
  ])('for "%s" begin with %s', (text, expected) => {
    expect(suggestions.like(text)[0]).toBe(expected);
  });

  it('are none that share less than three tenths of their trigrams, though they share some', () => {
    const alike = suggestionsOf(['alphabet']);

    // Two shared of 6 and 8 trigrams are 4/14, of 5 and 8 they are 4/13.
    expect(alike.like('alpsis')).toEqual([]);
    expect(alike.like('alpsi')).toEqual(['alphabet']);
  });

  it('take letters and digits for words of their own', () => {
    expect(suggestionsOf(['a-1']).like('A1')).toEqual(['a-1']);
  });

  it('go by digits as by letters', () => {
    expect(suggestionsOf(['a-71', 'a-99']).like('b 99')).toEqual(['a-99']);
  });

  it('know the first and the last letter and digit, and nothing next to them', () => {
    for (const text of ['az-09', 'AZ-09', 'az 09', 'AZ[09', 'az{09', 'az`09', 'az@09', 'az/09', 'az:09', 'az\u00e9-09'])
      expect(suggestionsOf(['az-09', 'a-0', 'z-9']).like(text)).toEqual(['az-09']);
  });

  it('take what is neither letter nor digit for the edge of a word', () => {
    for (const text of ['a:1', 'a;1', 'a~1', 'a_1']) expect(suggestionsOf(['b-1']).like(text)).toEqual(['b-1']);
  });

  it('that are alike to the same part come by name, wherever the list has them', () => {
    const { names: listed } = indexOf(model({ id: 'wide-b' }), model({ id: 'wide-c' }), model({ id: 'wide-a' }));
    const found = listed.model('acme/wide-d');

    expect(found.known ? [] : found.suggestions).toEqual(['acme/wide-a', 'acme/wide-b', 'acme/wide-c']);
  });

  it('are at most five', () => {
    expect(suggestionsOf(Array.from({ length: 50 }, (_, at) => `model-${at}`)).like('model-')).toHaveLength(5);
  });
});
