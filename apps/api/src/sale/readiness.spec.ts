import type { ServiceError } from '@stackcheck/contract';
import type { AnyRoute, RouteDataset } from '../catalogue/define-route';
import { Pins } from './pins';
import { isReady, pinReady } from './readiness';
import type { LoadedDataset, ReadinessSources } from './sellable';

type Loaded = Partial<Record<RouteDataset, Partial<LoadedDataset>>>;

function dataset(id: string, state: Partial<LoadedDataset> = {}): LoadedDataset {
  const view = { manifest: { snapshot_id: `${id}-1` } } as LoadedDataset['view'];
  return { view, starter: false, stale: false, tooOld: false, ...state };
}

function sourcesOf(loaded: Loaded, change: Partial<ReadinessSources> = {}): ReadinessSources {
  return {
    payments: 'facilitator',
    paused: () => false,
    pauseState: () => ({ reasons: [], warnings: [] }),
    watching: () => true,
    loaded: (id) => loaded[id] && dataset(id, loaded[id]),
    ...change,
  };
}

const route = (change: object): AnyRoute => ({ price: '0.001', operationId: 'some', ...change }) as unknown as AnyRoute;

const FREE = { price: 'free' };
const EOL = { dataset: 'eol' };
const BOTH = { joins: ['kev', 'osv'] };
const OLD = { tooOld: true };
const STARTER = { starter: true };
const SANDBOX = { payments: 'sandbox' } as const;
const OFF = { payments: 'off' } as const;
const PAUSED = { paused: () => true };
const NO_KEYS = { watching: () => false };

describe('a route', () => {
  it.each<[string, object, Loaded, Partial<ReadinessSources>, string | undefined]>([
    ['is ready', {}, {}, {}, undefined],
    ['that is free is ready while payments are off', FREE, {}, OFF, undefined],
    ['that is free is ready during a pause', FREE, {}, PAUSED, undefined],
    ['is not there before all else', { ...FREE, implemented: false }, {}, {}, 'not_implemented'],
    ['is not there while payments are off, either', { implemented: false }, {}, OFF, 'not_implemented'],
    ['is not sold while payments are off', EOL, {}, { ...OFF, ...PAUSED }, 'payments_unconfigured'],
    ['is not sold during a pause', { ...EOL, requires: 'watch_keys' }, {}, { ...PAUSED, ...NO_KEYS }, 'paused'],
    ['needs keys to watch', { ...EOL, requires: 'watch_keys' }, {}, NO_KEYS, 'watch_unavailable'],
    ['has its keys to watch', { requires: 'watch_keys' }, {}, {}, undefined],
    ['watches nothing and needs no keys', {}, {}, NO_KEYS, undefined],
    ['needs its dataset', EOL, { kev: {} }, {}, 'dataset_unavailable'],
    ['that is free needs its dataset', { ...FREE, ...EOL }, {}, {}, 'dataset_unavailable'],
    ['sells its dataset', EOL, { eol: { stale: true } }, {}, undefined],
    ['does not sell what is too old', EOL, { eol: OLD }, {}, 'stale_data'],
    ['does not sell what is too old in the sandbox', EOL, { eol: OLD }, SANDBOX, 'stale_data'],
    ['that is free answers from what is too old', { ...FREE, ...EOL }, { eol: OLD }, {}, undefined],
    ['does not sell the starter', EOL, { eol: STARTER }, {}, 'stale_data'],
    ['sells the starter in the sandbox, however old', EOL, { eol: { ...STARTER, ...OLD } }, SANDBOX, undefined],
    ['that is free answers from the starter', { ...FREE, ...EOL }, { eol: STARTER }, {}, undefined],
    ['that joins datasets needs one of them', BOTH, { eol: {} }, {}, 'dataset_unavailable'],
    ['that joins datasets has the first', BOTH, { kev: {}, osv: OLD }, {}, undefined],
    ['that joins datasets has the last', BOTH, { kev: OLD, osv: {} }, {}, undefined],
    ['that joins datasets sells none of them', BOTH, { kev: OLD }, {}, 'stale_data'],
    ['that joins datasets and is free needs none', { ...FREE, ...BOTH }, {}, {}, undefined],
    ['that joins none needs none', { joins: [] }, {}, {}, undefined],
    ['needs none of what its own dataset is joined with', { ...EOL, ...BOTH }, { eol: {} }, {}, undefined],
  ])('%s', (_what, change, loaded, sources, code) => {
    const ask = () => pinReady(route(change), sourcesOf(loaded, sources));

    if (code === undefined) expect(ask()).toBeInstanceOf(Pins);
    else expect(ask).toThrow(expect.objectContaining({ code }) as Error);
    expect(isReady(route(change), sourcesOf(loaded, sources))).toBe(code === undefined);
  });

  it.each<[string, Loaded, Partial<ReadinessSources>, string]>([
    ['no snapshot', {}, {}, 'no snapshot of dataset "eol" is loaded yet'],
    ['an old one', { eol: OLD }, {}, 'dataset "eol" was not refreshed within twice its cadence'],
    [
      'the starter',
      { eol: STARTER },
      {},
      'only the starter selection of dataset "eol" is loaded; it is not sold for real payments',
    ],
  ])('with %s says so', (_what, loaded, sources, message) => {
    expect(() => pinReady(route(EOL), sourcesOf(loaded, sources))).toThrow(message);
  });

  it('that is paused names the reasons', () => {
    const pauseState = () => ({ reasons: ['a reason', 'another'], warnings: ['a warning'] });

    expect(() => pinReady(route(EOL), sourcesOf({}, { ...PAUSED, pauseState }))).toThrow(
      /^paid routes are paused: .*a reason.*another/,
    );
  });
});

describe('the snapshots of a request', () => {
  it('stay those that were seen first', () => {
    const served: Partial<Record<RouteDataset, LoadedDataset>> = { eol: dataset('eol') };
    const pins = new Pins({ price: '0.001' }, sourcesOf({}, { loaded: (id) => served[id] }));
    const first = pins.require('eol');
    expect(pins.peek('kev')).toBeUndefined();
    served.eol = dataset('later');
    served.kev = dataset('kev');

    expect([pins.require('eol'), pins.peek('eol'), pins.peek('kev')]).toEqual([first, first, undefined]);
    expect(() => pins.require('kev')).toThrow(expect.objectContaining({ code: 'dataset_unavailable' }) as Error);
  });

  it('that an answer is from are those that were used', () => {
    const pins = new Pins({ price: '0.001' }, sourcesOf({ eol: {}, kev: {}, osv: OLD, epss: {} }));
    const fault = (id: RouteDataset): ServiceError | undefined => pins.fault(id);
    expect([fault('epss'), fault('osv')?.code, fault('models')?.code]).toEqual([
      undefined,
      'stale_data',
      'dataset_unavailable',
    ]);
    expect(pins.snapshotIds()).toEqual([]);
    pins.peek('osv');
    pins.require('kev');
    pins.peek('eol');
    pins.require('kev');

    expect(pins.snapshotIds()).toEqual(['kev-1', 'eol-1']);
  });
});
