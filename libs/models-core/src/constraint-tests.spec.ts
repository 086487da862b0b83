import { cheapest, type CheapestOutcome } from './cheapest';
import { indexOf, model, prices } from './testing/made-up-models';

const TODAY = '2026-11-20';
const CALL = { input: 3_000, output: 1_000 };

type Found = Extract<CheapestOutcome, { kind: 'found' }>;

function found(outcome: CheapestOutcome): Found {
  if (outcome.kind !== 'found') throw new Error(`${outcome.kind} instead of results`);
  return outcome;
}

function ids(outcome: CheapestOutcome): readonly string[] {
  return found(outcome).results.map((result) => result.model);
}

describe('constraints', () => {
  const index = indexOf(
    model({ id: 'plain', family: 'small' }),
    model({ id: 'tools', provider: 'beta', canonical: 'beta/tools', family: 'large', prices: prices(2, 4) }),
    model({
      id: 'dear',
      prices: prices(5, 10),
      firstParty: false,
      openWeights: true,
      releaseDate: '2026-01',
      knowledge: null,
      modalities: { input: ['text', 'image'], output: ['text', 'audio'] },
      capabilities: { toolCall: false, structuredOutput: true, reasoning: true, attachment: true, temperature: null },
      limits: { context: 200_000, input: null, output: 20_000 },
    }),
  );

  it.each<[object, readonly string[]]>([
    [{ min_context: 100_001 }, ['dear']],
    [{ min_output: 20_000 }, ['dear']],
    [{ input_modalities: ['text', 'image'] }, ['dear']],
    [{ output_modalities: ['audio'] }, ['dear']],
    [{ tool_call: false }, ['dear']],
    [{ tool_call: true }, ['plain', 'tools']],
    [{ structured_output: true }, ['dear']],
    [{ reasoning: false }, ['plain', 'tools']],
    [{ open_weights: true }, ['dear']],
    [{ first_party: false }, ['dear']],
    [{ providers: ['BETA', 'acme'] }, ['plain', 'tools', 'dear']],
    [{ providers: ['beta'] }, ['tools']],
    [{ exclude_providers: ['acme'] }, ['tools']],
    [{ exclude_providers: [] }, ['plain', 'tools', 'dear']],
    [{ models: ['beta/tools', 'Dear'] }, ['tools', 'dear']],
    [{ families: ['large'] }, ['tools']],
    [{ released_after: '2025-12-31' }, ['dear']],
    [{ released_after: '2026-01-15', first_party: false }, []],
    [{ released_after: '2025-06-01' }, ['dear']],
    [{ released_after: '2025-05' }, ['plain', 'tools', 'dear']],
    [{ knowledge_after: '2024-12' }, ['plain', 'tools']],
    [{ max_cost_usd: 0.005 }, ['plain']],
    [{ max_cost_usd: 0.0049999 }, []],
  ])('%j leaves %j', (constraints, expected) => {
    const outcome = cheapest(index, { tokens: CALL, constraints }, TODAY);

    expect(outcome.kind === 'no_match' ? [] : ids(outcome)).toEqual(expected);
  });

  it('have a price: the cheapest model that each alone keeps out', () => {
    const outcome = cheapest(index, { tokens: CALL, constraints: { providers: ['beta'], max_cost_usd: 1 } }, TODAY);

    expect(found(outcome).cheaper_if).toEqual([
      { drop: 'providers', cost_usd: '0.005', provider: 'acme', model: 'plain' },
    ]);
  });

  it('cost nothing where what they keep out is not cheaper', () => {
    const twins = indexOf(model({ id: 'a' }), model({ id: 'b', provider: 'beta' }));

    const outcome = cheapest(twins, { tokens: CALL, constraints: { providers: ['beta'] } }, TODAY);

    expect(found(outcome).cheaper_if).toEqual([]);
  });

  it('that nobody meets together are named, when dropping one would help', () => {
    const constraints = { tool_call: true, open_weights: true };

    expect(cheapest(index, { tokens: CALL, requests: 2, constraints }, TODAY)).toMatchObject({
      kind: 'no_match',
      matched: 0,
      excluded: { constraints: 3 },
      closest: [
        { drop: 'open_weights', cost_usd: '0.01', provider: 'acme', model: 'plain' },
        { drop: 'tool_call', cost_usd: '0.05', provider: 'acme', model: 'dear' },
      ],
    });
  });

  it.each<[object, string, string, readonly string[]]>([
    [{ providers: ['acme', 'betta'] }, 'constraints.providers[1]', 'betta', ['beta']],
    [{ exclude_providers: ['__proto__'] }, 'constraints.exclude_providers[0]', '__proto__', []],
    [{ models: ['acme/plane'] }, 'constraints.models[0]', 'acme/plane', ['acme/plain']],
    [{ families: ['constructor'] }, 'constraints.families[0]', 'constructor', []],
  ])('%j names something unknown', (constraints, field, value, suggestions) => {
    const outcome = cheapest(index, { tokens: CALL, constraints }, TODAY);

    expect(outcome).toMatchObject({ kind: 'unknown_name', field, value });
    expect(outcome.kind === 'unknown_name' && outcome.suggestions.slice(0, 1)).toEqual(suggestions);
  });
});
