import { keyOf, type ModelIndex } from '@stackcheck/models-core';
import { cheapestSteps } from '@stackcheck/models-core/search';
import type { CompanionBodies } from '../upstream/fetch-upstream';
import type { DocumentDataset } from '../life/dataset';
import { documentDataset } from '../life/document-dataset';
import { oneStep, type CooperativeTask } from '../tasks/cooperative-task';
import { LITELLM, MODELS_DESCRIPTOR } from './descriptor';
import { guardModels } from './guards';
import { readLitellm } from './join';
import { indexModels, type ModelsIndex } from './lookup';
import { normaliseModels, type Litellm } from './normalise';
import type { ModelsSnapshot } from './records';
import { modelsStarter } from './starter';
import { readUpstream } from './upstream';

const SELF_TEST_MODELS = 20;

/** The dataset of LLM prices and limits: models.dev's, with what LiteLLM adds. */
export const modelsDataset: DocumentDataset<ModelsSnapshot, ModelsIndex> = documentDataset({
  descriptor: MODELS_DESCRIPTOR,
  read: (body, companions) => normaliseModels(readUpstream(body), litellmOf(companions)),
  guard: guardModels,
  recordCount: (content) => content.models.length,
  records: { part: 'models', key: 'id' },
  scopeTables: () => oneStep(() => []),
  index: indexModels,
  selfTest,
  starter: modelsStarter,
});

/** The second source is welcome and not needed: without it the content says so. */
function litellmOf(companions: CompanionBodies | undefined): Litellm {
  const body = companions?.get(LITELLM);
  if (body === undefined) return { state: 'missing' };
  const find = readLitellm(body);
  return find === undefined ? { state: 'unreadable' } : { state: 'joined', find };
}

/** Asks for models spread over the whole snapshot by all their names, and for the cheapest of all. */
function* selfTest({ models }: ModelsIndex, content: ModelsSnapshot): CooperativeTask<string | undefined> {
  if (models.models.length !== content.models.length) {
    return `${models.models.length} of ${content.models.length} models are in the index`;
  }
  const step = Math.max(1, Math.floor(content.models.length / SELF_TEST_MODELS));
  for (const row of content.models.filter((_, position) => position % step === 0)) {
    const found = models.names.model(row.id);
    if (!found.known || keyOf(found.value) !== row.id) return `"${row.id}" is not found under its own name`;
    const same = models.names.sameModel(row.model);
    if (!same.known || !same.value.includes(row.canonical))
      return `"${row.model}" does not stand for "${row.canonical}"`;
  }
  yield;
  return yield* searchFault(models);
}

function* searchFault(index: ModelIndex): CooperativeTask<string | undefined> {
  const { models } = index;
  const outcome = yield* cheapestSteps(index, { tokens: { input: 1000, output: 1000 }, limit: 1 }, '2000-01-01');
  if (outcome.kind === 'unknown_name') return 'a search without names met an unknown one';
  const counted =
    outcome.matched + Object.values(outcome.excluded).reduce((sum: number, count: number) => sum + count, 0);
  if (counted !== models.length) return `a search accounts for ${counted} of ${models.length} models`;
  const best = outcome.kind === 'found' ? outcome.results[0] : undefined;
  return outcome.kind === 'found' && best?.cost_usd === '0' ? 'the cheapest paid model costs nothing' : undefined;
}
