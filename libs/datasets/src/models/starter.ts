import { picoPerToken } from '@stackcheck/models-core/pico-dollars';
import type { LitellmFacts, LitellmLookup } from './join';
import { normaliseModels } from './normalise';
import type { ModelsSnapshot } from './records';
import { MODELS } from './starter/models';
import { parseTable, type StarterTable } from './starter/parse-table';

/** The instant for which the starter's facts were written down. */
const AS_OF = '2026-11-20T00:00:00Z';

/**
 * The starter dataset: a hand-written selection of widely used models, served from the first second of a fresh installation
 * until the first refresh brings the whole list. Kinds, canonical keys and first parties are derived as from the whole list.
 */
export function modelsStarter(): { readonly asOf: string; readonly snapshot: ModelsSnapshot } {
  const table = parseTable(MODELS);
  const snapshot = normaliseModels(table.document, { state: 'joined', find: batchLookup(table) });
  return { asOf: AS_OF, snapshot: { ...snapshot, meta: { upstream_schema_version: 'starter-1', litellm: 'missing' } } };
}

/** The table's batch prices in the form in which LiteLLM's are joined. */
function batchLookup({ document, batch }: StarterTable): LitellmLookup {
  return (provider, modelId): LitellmFacts | undefined => {
    const prices = batch.get(`${provider}/${modelId}`);
    const cost = document[provider]?.models[modelId]?.cost;
    if (prices === undefined || cost === undefined) return undefined;
    return {
      mode: null,
      deprecationDate: null,
      input: picoPerToken(cost.input),
      output: picoPerToken(cost.output),
      batchInput: picoPerToken(prices.input),
      batchOutput: picoPerToken(prices.output),
    };
  };
}
