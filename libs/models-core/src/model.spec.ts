import { hasNoOutputPrice, isFree, MODALITIES, MODEL_KINDS, type Model, type ModelKind } from './model';
import { kindCode, modalityBits } from './model-index';
import { indexOf, model, prices } from './testing/made-up-models';

it.each<[string, Partial<Model>, boolean]>([
  ['without a price', { prices: null }, false],
  ['at zero', { prices: prices(0, 0) }, true],
  ['with a price of input', { prices: prices(1, 0) }, false],
  ['with a price of output', { prices: prices(0, 1) }, false],
  ['at zero, and zero for long inputs', { prices: prices(0, 0), tiers: [{ above: 1, prices: prices(0, 0) }] }, true],
  ['at zero, but for long inputs', { prices: prices(0, 0), tiers: [{ above: 1, prices: prices(0, 1) }] }, false],
  ['free for long inputs alone', { prices: prices(1, 1), tiers: [{ above: 1, prices: prices(0, 0) }] }, false],
])('a model %s is free, or not', (_what, change, free) => {
  expect(isFree(model(change))).toBe(free);
});

it.each(MODEL_KINDS)('a model of the kind %s charges for input alone only where nothing comes out', (kind) => {
  const isSuspect = ['chat', 'image', 'audio', 'video'].includes(kind);

  expect(hasNoOutputPrice(model({ kind, prices: prices(1, 0) }))).toBe(isSuspect);
  for (const sound of [prices(1, 1), prices(0, 0), prices(0, 1), null])
    expect(hasNoOutputPrice(model({ kind, prices: sound }))).toBe(false);
});

it('kinds and modalities are those that are published, each with a number of its own', () => {
  const kinds: readonly ModelKind[] = [
    ...(['chat', 'embedding', 'rerank', 'image', 'audio'] as const),
    ...(['video', 'ocr', 'moderation', 'other'] as const),
  ];

  expect(kinds.map(kindCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(MODEL_KINDS).toEqual(kinds);
  expect(MODALITIES).toEqual(['text', 'image', 'audio', 'video', 'pdf']);
  expect(MODALITIES.map((modality) => modalityBits([modality]))).toEqual([1, 2, 4, 8, 16]);
  expect(modalityBits(['pdf', 'text', 'text'])).toBe(17);
});

it('models are in the order in which one is preferred at the same cost', () => {
  const limits = (context: number | null) => ({ context, input: null, output: null });
  const sorted: readonly Model[] = [
    model({ id: 'trial', status: 'beta', limits: limits(1_000_000) }),
    model({ id: 'resold-large', firstParty: false, limits: limits(2_000) }),
    model({ id: 'z', provider: 'a', firstParty: false, limits: limits(1_000) }),
    model({ id: 'B', provider: 'b', firstParty: false, limits: limits(1_000) }),
    model({ id: 'a', provider: 'b', firstParty: false, limits: limits(1_000) }),
    model({ id: 'unknown', firstParty: false, limits: limits(null) }),
    model({ id: 'resold-trial', firstParty: false, status: 'alpha', limits: limits(9_000) }),
  ];
  const own = model({ id: 'own', limits: limits(1) });

  for (const models of [[own, ...sorted], [...sorted, own].reverse()])
    expect(indexOf(...models).models.map(({ id }) => id)).toEqual([own, ...sorted].map(({ id }) => id));
});
