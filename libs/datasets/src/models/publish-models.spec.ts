import { LiveSnapshots } from '../serve/live-snapshots';
import { UpstreamError, type Upstream } from '../upstream/upstream';
import { IngestHarness } from '../testing/ingest-harness';
import { LITELLM, MODELS_DESCRIPTOR } from './descriptor';
import { modelsBytes, smallModels, withModel } from './testing/small-models';

const FEED = 'https://models.test/api.json';
const SECOND = 'https://litellm.test/prices.json';
const BATCHES = {
  'gpt-5': {
    litellm_provider: 'openai',
    input_cost_per_token: 1.25e-6,
    output_cost_per_token: 1e-5,
    input_cost_per_token_batches: 6.25e-7,
    output_cost_per_token_batches: 5e-6,
  },
};

/** Serves a document at each address; an address without one cannot be reached. */
function serving(documents: Readonly<Record<string, unknown>>): Upstream {
  return {
    fetch(url) {
      if (!(url in documents)) return Promise.reject(new UpstreamError(`${url} does not answer`));
      const body = modelsBytes(documents[url]);
      return Promise.resolve({ kind: 'body', body, validators: { url, etag: null, lastModified: null } });
    },
  };
}

let harness: IngestHarness;
let live: LiveSnapshots;
beforeEach(() => {
  harness = new IngestHarness('models');
  live = new LiveSnapshots({ reader: harness.store, verifiers: () => harness.verifiers, clock: harness.clock });
});

async function refresh(documents: Readonly<Record<string, unknown>>): Promise<string> {
  const addresses = { urls: [FEED], companions: [{ name: LITELLM, url: SECOND }] };
  const outcome = await harness.publish({ upstream: serving(documents), addresses });
  await live.refresh();
  harness.clock.advance(3_600_000);
  return outcome.kind === 'refused' ? outcome.rules.join() : outcome.kind;
}

function batchOf(id: string): unknown {
  const found = live.current('models')?.index.models.names.model(id);
  return found?.known ? found.value.batch : 'unknown';
}

describe('publishing the list of models', () => {
  it('asks both sources where they are', () => {
    expect(MODELS_DESCRIPTOR.upstreamUrl).toBe('https://models.dev/api.json');
    expect(MODELS_DESCRIPTOR.companions).toMatchObject([
      { name: 'litellm', url: expect.stringMatching(/^https:\/\/raw\.githubusercontent\.com\/BerriAI\/litellm\//) },
    ]);
  });

  it('joins them into a signed snapshot that can be asked', async () => {
    expect(await refresh({ [FEED]: smallModels(), [SECOND]: BATCHES })).toBe('published');

    expect(live.current('models')?.manifest.snapshot_id).toMatch(/^models-\d{8}T\d{6}Z-[0-9a-f]{8}$/);
    expect(live.status('models')).toMatchObject({ recordCount: 94, starter: false });
    expect([batchOf('openai/gpt-5'), batchOf('openai/gpt-4o')]).toEqual([{ input: 625_000, output: 5_000_000 }, null]);
  });

  it('goes on without the second one, and takes it in again when it is back', async () => {
    await refresh({ [FEED]: smallModels(), [SECOND]: BATCHES });

    expect(await refresh({ [FEED]: smallModels() })).toBe('published');
    expect(batchOf('openai/gpt-5')).toBeNull();
    expect(await refresh({ [FEED]: smallModels(), [SECOND]: BATCHES })).toBe('published');
    expect(batchOf('openai/gpt-5')).not.toBeNull();
    expect(await refresh({ [FEED]: smallModels(), [SECOND]: BATCHES })).toBe('unchanged');
  });

  it('keeps the last good list when the first one is broken or silent', async () => {
    await refresh({ [FEED]: smallModels(), [SECOND]: BATCHES });
    const broken = withModel(smallModels(), 'openai/gpt-5', { cost: { input: 0.00125, output: 0.01 } });

    expect(await refresh({ [FEED]: broken, [SECOND]: BATCHES })).toBe('canary_changed');
    expect(await refresh({ [SECOND]: BATCHES })).toBe('failed');

    expect(batchOf('openai/gpt-5')).not.toBeNull();
    expect(live.status('models').refusal).toContain('does not answer');
  });
});
