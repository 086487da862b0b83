import { CANARIES } from '../canaries';
import type { UpstreamDocument, UpstreamModel, UpstreamProvider } from '../upstream';

/**
 * A made-up document that passes every guard: the canaries at their prices, and "acme", whose 60 models are nobody's. For
 * tests that need a feed and not the feed.
 */
export function smallModels(): UpstreamDocument {
  const offers = [
    ...CANARIES.map(({ id, input, output }) => {
      const slash = id.indexOf('/');
      return { provider: id.slice(0, slash), model: madeUpModel(id.slice(slash + 1), { cost: { input, output } }) };
    }),
    ...Array.from({ length: 60 }, (_, at) => ({ provider: 'acme', model: madeUpModel(`model-${at + 10}`) })),
  ];
  const providers = new Map<string, UpstreamProvider & { readonly models: Record<string, UpstreamModel> }>();
  for (const { provider: id, model } of offers) {
    const provider = providers.get(id) ?? { id, name: id.toUpperCase(), doc: `https://${id}.example/docs`, models: {} };
    provider.models[model.id] = model;
    providers.set(id, provider);
  }
  return Object.fromEntries(providers);
}

/** A made-up model as upstream writes one. */
export function madeUpModel(id: string, changes: Partial<UpstreamModel> = {}): UpstreamModel {
  return {
    id,
    name: `The ${id}`,
    attachment: false,
    reasoning: false,
    tool_call: true,
    release_date: '2025-06-01',
    last_updated: '2025-06-01',
    modalities: { input: ['text'], output: ['text'] },
    open_weights: false,
    limit: { context: 128_000, output: 8_192 },
    cost: { input: 1, output: 2, cache_read: 0.1 },
    ...changes,
  };
}

/** A document as upstream sends it. */
export function modelsBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

/** The document with members of one provider changed; one that is undefined is left out. */
export function withProvider(document: UpstreamDocument, id: string, change: object): unknown {
  return { ...document, [id]: { ...document[id], ...change } };
}

/** The document with members of one model changed; one that is undefined is left out. */
export function withModel(document: UpstreamDocument, key: string, change: object): unknown {
  const slash = key.indexOf('/');
  const provider = document[key.slice(0, slash)]!;
  const id = key.slice(slash + 1);
  return withProvider(document, provider.id, {
    models: {
      ...provider.models,
      [id]: { ...(Object.hasOwn(provider.models, id) ? provider.models[id] : madeUpModel(id)), ...change },
    },
  });
}

/** The document with each model of one provider changed; undefined leaves it out. */
export function withEach(
  document: UpstreamDocument,
  id: string,
  change: (model: UpstreamModel, at: number) => UpstreamModel | undefined,
): UpstreamDocument {
  const provider = document[id]!;
  const models = Object.values(provider.models)
    .map(change)
    .filter((model) => model !== undefined);
  return { ...document, [id]: { ...provider, models: Object.fromEntries(models.map((model) => [model.id, model])) } };
}
