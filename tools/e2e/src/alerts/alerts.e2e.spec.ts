import { spawnSync } from 'node:child_process';
import { anvilAvailable } from '../chain/anvil';
import { appsAreBuilt } from '../processes/built-app';
import { Scratch } from '../service/scratch';
import { LASTING, PASSING, type Breakage } from './breakages';
import type { Scrape } from './recorder';
import { complaintsOf, metricsOf, promtoolIsThere, RULES, type RecordedTest } from './rule-tests';
import { openShop, type Shop } from './shop';
import { DISK_BREAKAGE, SLOW } from './slow-breakages';
import { dataOfBefore, sourcesDown } from './stale-breakages';
import { settlementLost, walletBreakages } from './wallet-breakages';

jest.setTimeout(240_000);

const isFull = process.env['CAMPAIGN'] === 'full';
const BREAKAGES = isFull ? [...PASSING, ...SLOW, ...LASTING] : [...PASSING, ...LASTING];

/** Alerts that only the written series of alerts.test.yml fire, and why. */
const NOT_BROKEN = {
  StackcheckMemory: 'an API of 4 GiB takes more memory than a test may',
} as const;
/** Alerts that a busy machine may fire by itself; that they do not is tested with written series alone. */
const OF_THE_MACHINE = ['StackcheckLag', 'StackcheckLedgerSlow'];
/** Alerts that fire in no test but with CAMPAIGN=full. */
const IN_FULL = [...SLOW, DISK_BREAKAGE].flatMap(({ fires }) => Object.keys(fires));
const BY_THEMSELVES = [
  ...['StackcheckDatasetOld', 'StackcheckDatasetNotSold', 'StackcheckIngestFailing'],
  ...['StackcheckGasLow', 'StackcheckTransactionStuck', 'StackcheckSettlementLost'],
];

/** As long as the longest rule looks back and waits. */
const WELL = { times: 18, minutes: 4 } as const;
/** What a disk with more than a GiB free takes. */
const OWN_DISK =
  'cp -a "$DATA_DIR" "$DATA_DIR.copy"; mount -t tmpfs -o size=1200m tmpfs "$DATA_DIR"; cp -a "$DATA_DIR.copy/." "$DATA_DIR/"; rm -r "$DATA_DIR.copy"';

const exprs = new Map(RULES.map(({ alert, expr }) => [alert, expr]));
const inFull = isFull ? it : it.skip;
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

it('alerts are all broken on purpose here, but for those that say why not', () => {
  const here = [...PASSING, ...LASTING].flatMap(({ fires }) => Object.keys(fires));
  const all = new Set([...here, ...IN_FULL, ...BY_THEMSELVES, ...Object.keys(NOT_BROKEN)]);

  expect([...all].sort()).toEqual([...exprs.keys()].sort());
});

(appsAreBuilt() && promtoolIsThere() ? describe : describe.skip)(
  'alerts of deploy/prometheus over what was scraped (needs promtool, of the package prometheus, and `npm run build`)',
  () => {
    const scratch = new Scratch();
    const recorded: RecordedTest[] = [];
    let shop: Shop;
    beforeAll(async () => {
      shop = scratch.keep(await openShop());
    });
    afterAll(() => scratch.clear());

    /** What rules read must be there before it is needed. */
    const keep = (test: RecordedTest): void => {
      recorded.push(test);
      const there = new Set(
        test.scrapes.flatMap((scrape) => [...scrape.keys()].map((series) => series.split('{')[0]!)),
      );
      const read = Object.keys(test.fires).flatMap((alert) => metricsOf(exprs.get(alert)!));
      expect(read.filter((metric) => !there.has(metric))).toEqual([]);
    };
    const broken = async (at: Shop, { what, fires, minutes, record }: Breakage): Promise<void> => {
      const before = await at.recorder.record(2);
      const scrapes: readonly Scrape[] = [...before, ...(await record(at))];
      const labels = Object.entries(fires).map(([alert, one]) => [alert, [typeof one === 'function' ? one(at) : one]]);
      keep({ what, scrapes, minutes, fires: Object.fromEntries(labels) as RecordedTest['fires'] });
    };

    it('a shop that is well', async () => {
      const scrapes = await shop.recorder.record(WELL.times, shop.sell);
      const quiet = [...exprs.keys()].filter((alert) => !OF_THE_MACHINE.includes(alert));
      const fires = Object.fromEntries(quiet.map((alert) => [alert, []]));

      recorded.push({ what: 'well', scrapes, minutes: WELL.minutes, fires });
      expect(scrapes).toHaveLength(WELL.times);
    });

    it.each(BREAKAGES.map((breakage) => [breakage.what, breakage] as const))('%s', (_what, breakage) =>
      broken(shop, breakage),
    );

    (canMount ? inFull : it.skip)('the disk fills (with CAMPAIGN=full, needs `unshare -rm`)', async () => {
      const own = await openShop({ prepare: OWN_DISK });
      await broken(own, DISK_BREAKAGE).finally(() => own.close());
    });

    inFull('data of four days ago (with CAMPAIGN=full)', async () => keep(await dataOfBefore()));

    inFull('all sources are down (with CAMPAIGN=full)', async () => keep(await sourcesDown()));

    (anvilAvailable() ? inFull : it.skip)(
      'little ether, no block, and a sale that is reorganised away (with CAMPAIGN=full, needs @foundry-rs/anvil-linux-amd64)',
      async () => {
        for (const test of [...(await walletBreakages()), await settlementLost()]) keep(test);
      },
    );

    it('fire where they should, and nowhere else', () => {
      expect(complaintsOf(scratch.folder(), recorded)).toBe('');
    });
  },
);
