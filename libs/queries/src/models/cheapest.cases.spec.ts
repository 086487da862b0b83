import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cheapest, ModelIndex, type CheapestOutcome, type CheapestRequest } from '@stackcheck/models-core';
import { picoPerToken } from '@stackcheck/models-core/pico-dollars';
import type { Model } from '@stackcheck/models-core/model';
import { noMatchMessage } from './no-match';

const LINES = readFileSync(join(__dirname, 'cheapest.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'));

const offers = linesOf('offer').map(readOffer);
const providers = [...new Set(offers.map(({ provider }) => provider))];
const index = ModelIndex.of(
  offers,
  providers.map((id) => ({ id, name: id, doc: `https://${id}.example/` })),
);
const [today = ''] = linesOf('day');

describe('the table of cases of the search for the cheapest model', () => {
  it.each(linesOf('ask').map((line) => line.split(' => ') as [string, string]))('%s', (asked, expected) => {
    const request = readRequest(asked);

    const outcome = cheapest(index, request, today);

    expect(saidOf(request, outcome, expected)).toBe(expected);
  });
});

/** The outcome in the words of the table: those that the expected text begins with. */
function saidOf(request: CheapestRequest, outcome: CheapestOutcome, expected: string): string {
  if (outcome.kind === 'unknown_name') throw new Error(`${outcome.value} is not in the table`);
  if (outcome.kind === 'no_match') return `nothing: ${noMatchMessage(request, outcome)}`;
  const [first] = outcome.results;
  if (first === undefined) throw new Error('found, and nothing in it');
  if (expected.startsWith('says ')) return `says ${first.deprecation.text}`;
  if (!expected.startsWith('note ')) {
    return outcome.results.map((result) => `${result.provider}/${result.model} ${result.cost_usd}`).join(', ');
  }
  if (first.maker_price === null) return "note no maker's price is known";
  const { provider, model, input, output } = first.maker_price;
  return `note ${first.price_outlier ? 'outlier' : 'no outlier'}, the maker ${provider}/${model} asks ${input} and ${output}`;
}

function linesOf(word: string): readonly string[] {
  return LINES.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

function cellsOf(line: string): readonly string[] {
  return line.split('|').map((cell) => cell.trim());
}

function readOffer(line: string): Model {
  const [name = '', canonical = '', input, output, context = '', most = '', ...words] = cellsOf(line);
  const slash = name.indexOf('/');
  const price = { cacheRead: null, cacheWrite: null, reasoning: null, inputAudio: null, outputAudio: null };
  const limit = (cell: string): number | null => (cell === '-' ? null : Number(cell));
  return {
    provider: name.slice(0, slash),
    id: name.slice(slash + 1),
    name,
    family: null,
    kind: 'chat',
    canonical,
    prices: { input: picoPerToken(Number(input)), output: picoPerToken(Number(output)), ...price },
    tiers: [],
    batch: null,
    limits: { context: limit(context), input: null, output: limit(most) },
    capabilities: { toolCall: true, structuredOutput: null, reasoning: false, attachment: false, temperature: null },
    modalities: { input: ['text'], output: ['text'] },
    status: null,
    deprecationDate: words.find((word) => word.startsWith('ends '))?.slice('ends '.length) ?? null,
    releaseDate: null,
    lastUpdated: null,
    knowledge: null,
    openWeights: false,
    firstParty: words.includes('maker'),
  };
}

const LISTS = ['models', 'providers'];
const ABOUT_THE_ANSWER = ['prefer', 'limit'];

function readRequest(asked: string): CheapestRequest {
  const [call = '', ...rest] = cellsOf(asked);
  const [, input, output] = /^(\d+) in (\d+) out$/.exec(call) ?? [];
  if (output === undefined) throw new Error(`not a call: ${call}`);
  const members = rest.map((cell): [string, unknown] => {
    const [word = '', ...values] = cell.split(' ');
    const name = word === 'show' ? 'limit' : word;
    if (LISTS.includes(name)) return [name, values];
    if (values.length === 0) return [name, true];
    return [name, Number.isNaN(Number(values[0])) ? values[0] : Number(values[0])];
  });
  const isAbout = ([name]: [string, unknown]): boolean => ABOUT_THE_ANSWER.includes(name);
  return {
    tokens: { input: Number(input), output: Number(output) },
    constraints: Object.fromEntries(members.filter((member) => !isAbout(member))),
    ...Object.fromEntries(members.filter(isAbout)),
  };
}
