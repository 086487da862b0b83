import {
  callerDatasets,
  DATASETS,
  descriptorOf,
  DESCRIPTORS,
  hasDeltas,
  isDatasetId,
  isIndexed,
  registeredDataset,
} from './registry';
import type { DatasetId } from '../snapshot/snapshot';

/** In the order of refreshes; whether callers are answered from it, deltas come, and an index file is kept. */
const ALL = [
  ['eol', true, true, false],
  ['kev', true, true, false],
  ['epss', true, false, false],
  ['osv', true, true, true],
  ['models', true, true, false],
  ['sanctions', false, false, false],
] as const;

describe('the registry of datasets', () => {
  it('has them in one order', () => {
    expect(DESCRIPTORS.map(({ id }) => id)).toEqual(ALL.map(([id]) => id));
    expect(DATASETS.map(({ descriptor }) => descriptor)).toEqual(DESCRIPTORS);
    expect(callerDatasets()).toEqual(ALL.filter(([, isForCallers]) => isForCallers).map(([id]) => id));
  });

  it.each(ALL)('knows %s', (id, isForCallers, bringsDeltas, indexed) => {
    expect(isDatasetId(id)).toBe(true);
    expect(registeredDataset(id).descriptor).toBe(descriptorOf(id));
    expect(descriptorOf(id)).toMatchObject({ id, audience: isForCallers ? 'callers' : 'service' });
    expect([hasDeltas(id), isIndexed(id)]).toEqual([bringsDeltas, indexed]);
  });

  it.each(['', 'EOL', 'stack', '__proto__', 'toString'])('knows no %j', (text) => {
    expect(isDatasetId(text)).toBe(false);
  });

  it('has nothing in the place of one that is not registered', () => {
    expect(() => registeredDataset('stack' as DatasetId)).toThrow('no dataset "stack" is registered');
  });

  it('names whose data it is and under which licence, as those demand', () => {
    const { attribution: ofModels } = descriptorOf('models');
    for (const source of ['models.dev (https://models.dev, MIT)', 'LiteLLM (https://github.com/BerriAI/litellm, MIT)'])
      expect(ofModels).toContain(source);
    expect(ofModels).toMatch(/Modified\.$/);
    for (const { attribution, notice } of DESCRIPTORS) expect([attribution, notice]).not.toContain('');
  });
});
