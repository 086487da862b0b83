import type { Modality } from '@stackcheck/models-core';
import type { UpstreamCost, UpstreamDocument, UpstreamModel, UpstreamProvider } from '../upstream';

/** Batch prices of the table in dollars per million tokens, by `provider/model`. */
export type BatchTable = ReadonlyMap<string, { readonly input: number; readonly output: number }>;

/** What a table says. */
export interface StarterTable {
  readonly document: UpstreamDocument;
  readonly batch: BatchTable;
}

/**
 * Reads a hand-written table of models. An unindented line opens a provider, the indented ones below are its models:
 *
 *     openai "OpenAI" https://platform.openai.com/docs/models
 *       gpt-4o "GPT-4o" gpt  2.5/10 cache 1.25 fits 128000/16384 can tools,json reads text,image from 2024-05-13
 *
 * A model is its id, name, family, and the prices of input and output in dollars per million tokens. Then marks in any order:
 * `cache` read, or read/write; `above` a number of tokens with `at` the prices there; `batch` prices; `fits` context/output,
 * or context/output/input; `can` some of tools, json, reasoning, files; `reads` and `writes` modalities (text unless said);
 * `from` the release date; `knows` the end of its knowledge; `open yes` for open weights. `#` opens a comment line.
 * Throws on anything else, naming the line: a table is source code, so a mistake in it is a defect.
 */
export function parseTable(text: string): StarterTable {
  const providers = new Map<string, UpstreamProvider & { readonly models: Record<string, UpstreamModel> }>();
  const batch = new Map<string, { readonly input: number; readonly output: number }>();
  let open: (UpstreamProvider & { readonly models: Record<string, UpstreamModel> }) | undefined;
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '' || line.trim().startsWith('#')) return;
    try {
      if (/^\S/.test(line)) {
        open = toProvider(line);
        if (providers.has(open.id)) fail('the provider stands twice');
        providers.set(open.id, open);
        return;
      }
      const { id, models } = open ?? fail('no provider is open');
      const { model, batchPrices } = toModel(line);
      if (Object.hasOwn(models, model.id)) fail('the model stands twice');
      models[model.id] = model;
      if (batchPrices !== undefined) batch.set(`${id}/${model.id}`, batchPrices);
    } catch (cause) {
      throw new Error(`line ${at + 1}, "${line.trim()}": ${(cause as Error).message}`, { cause });
    }
  });
  return { document: Object.fromEntries(providers), batch };
}

function toProvider(line: string): UpstreamProvider & { readonly models: Record<string, UpstreamModel> } {
  const parts = /^(?<id>[a-z0-9-]+) "(?<name>[^"]+)" (?<doc>https:\/\/\S+)\s*$/.exec(line)?.groups;
  const { id, name, doc } = parts ?? fail('a provider line is: id "Name" https://…');
  return { id: id ?? '', name: name ?? '', doc: doc ?? '', models: {} };
}

const MARKS: readonly string[] = [
  'cache',
  'above',
  'at',
  'batch',
  'fits',
  'can',
  'reads',
  'writes',
  'from',
  'knows',
  'open',
];

function toModel(line: string): {
  readonly model: UpstreamModel;
  readonly batchPrices: { readonly input: number; readonly output: number } | undefined;
} {
  const [id = '', name = '', family = '', prices = '', ...rest] = wordsOf(line);
  const marks = readMarks(rest);
  const can = (marks.get('can') ?? '').split(',');
  const unknown = can.find((word) => !['', 'tools', 'json', 'reasoning', 'files'].includes(word));
  if (unknown !== undefined) fail(`"${unknown}" is no ability`);
  const [context, output, input] = numbers(marks.get('fits') ?? fail('"fits" is missing'), 2, 3);
  const released = marks.get('from') ?? fail('"from" is missing');
  const batch = marks.get('batch');
  const model: UpstreamModel = {
    id,
    name,
    family,
    attachment: can.includes('files'),
    reasoning: can.includes('reasoning'),
    tool_call: can.includes('tools'),
    // Said where it can; what is left out is unknown, as upstream has it.
    ...(can.includes('json') ? { structured_output: true } : {}),
    ...(marks.has('knows') ? { knowledge: marks.get('knows')! } : {}),
    release_date: released,
    last_updated: released,
    modalities: { input: modalities(marks.get('reads')), output: modalities(marks.get('writes')) },
    open_weights: marks.get('open') === 'yes',
    limit: { context: context!, output: output!, ...(input === undefined ? {} : { input }) },
    cost: toCost(prices, marks),
  };
  return { model, batchPrices: batch === undefined ? undefined : inputAndOutput(batch) };
}

function toCost(prices: string, marks: ReadonlyMap<string, string>): UpstreamCost {
  const [read, write] = marks.has('cache') ? numbers(marks.get('cache')!, 1, 2) : [];
  const above = marks.get('above');
  return {
    ...inputAndOutput(prices),
    ...(read === undefined ? {} : { cache_read: read }),
    ...(write === undefined ? {} : { cache_write: write }),
    ...(above === undefined
      ? {}
      : {
          tiers: [
            {
              ...inputAndOutput(marks.get('at') ?? fail('"above" needs "at"')),
              tier: { type: 'context' as const, size: Number(above) },
            },
          ],
        }),
  };
}

function inputAndOutput(text: string): { readonly input: number; readonly output: number } {
  const [input, output] = numbers(text, 2, 2);
  return { input: input!, output: output! };
}

function numbers(text: string, least: number, most: number): readonly number[] {
  const all = text.split('/').map(Number);
  if (all.length < least || all.length > most || all.some((one) => !Number.isFinite(one)))
    fail(`"${text}" are no numbers`);
  return all;
}

function modalities(text: string | undefined): readonly Modality[] {
  return (text ?? 'text').split(',') as Modality[];
}

/** Words of a line; text in double quotes is one word. */
function wordsOf(line: string): readonly string[] {
  return (line.match(/"[^"]*"|[^\s"]+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

function readMarks(words: readonly string[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [mark = '', value] = words.slice(at, at + 2);
    if (!MARKS.includes(mark)) fail(`"${mark}" is not a mark`);
    if (marks.has(mark)) fail(`"${mark}" stands twice`);
    marks.set(mark, value ?? fail(`"${mark}" has no value`));
  }
  return marks;
}

function fail(message: string): never {
  throw new Error(message);
}
