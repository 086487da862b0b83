import { writeFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { valueOf, type Scrape } from './recorder';
import { CONNECTIONS_MAX, type Shop } from './shop';

type LabelSet = Readonly<Record<string, string>>;

/** Labels of an alert; of the shop, where they are not known before. */
export type Labels = LabelSet | ((shop: Shop) => LabelSet);

/** One thing that is broken in a running shop, scraped while it is. */
export interface Breakage {
  readonly what: string;
  /** Alerts that must fire at the end, with the labels that they have in addition to their severity. */
  readonly fires: Readonly<Record<string, Labels>>;
  /** How many minutes of Prometheus a scrape stands for, so that the rule's windows and `for` pass. */
  readonly minutes: number;
  /** Breaks it and scrapes; what passes works again when it resolves. */
  record(shop: Shop): Promise<readonly Scrape[]>;
}

/** Labels of the API as a target. */
export const IS_API = { job: 'stackcheck', instance: 'api' };

/** Breakages of one shop, one after the other; each of them passes. */
export const PASSING: readonly Breakage[] = [
  {
    what: 'clients hold nearly all connections',
    fires: { StackcheckSaturated: {} },
    minutes: 1,
    async record({ recorder, api }) {
      const { hostname: host, port } = new URL(api.url);
      const sockets = await Promise.all(
        Array.from(
          { length: Math.ceil(CONNECTIONS_MAX * 0.85) },
          () =>
            new Promise<Socket>((resolve, reject) => {
              const socket = connect({ host, port: Number(port) }, () => resolve(socket)).on('error', reject);
            }),
        ),
      );
      const isTaken = (scrape: Scrape): boolean => valueOf(scrape, 'stackcheck_connections')! > CONNECTIONS_MAX * 0.8;
      await recorder.until(isTaken);
      const scrapes = await recorder.record(8);
      for (const socket of sockets) socket.destroy();
      await recorder.until((scrape) => !isTaken(scrape));
      return scrapes;
    },
  },
  {
    what: 'somebody forgot DATA_DIR/paused',
    fires: { StackcheckPaused: { reason: 'switch' } },
    minutes: 1,
    async record({ recorder, dataDir }) {
      writeFileSync(join(dataDir, 'paused'), '');
      const isPaused = (scrape: Scrape): boolean => valueOf(scrape, 'stackcheck_paused', 'reason="switch"') === 1;
      await recorder.until(isPaused);
      const scrapes = await recorder.record(8);
      rmSync(join(dataDir, 'paused'));
      await recorder.until((scrape) => !isPaused(scrape));
      return scrapes;
    },
  },
  {
    what: 'the facilitator finds payments good and settles none',
    fires: { StackcheckNothingSettles: {} },
    minutes: 4,
    async record({ recorder, facilitator, ask }) {
      facilitator.settling = 'refused';
      const scrapes = await recorder.record(12, ask);
      facilitator.settling = 'made';
      return scrapes;
    },
  },
  {
    what: 'connections to the facilitator break while it settles',
    fires: { StackcheckUnknownPayments: {} },
    minutes: 4,
    async record({ recorder, facilitator, ask, sell }) {
      facilitator.settling = 'cut';
      const open = (scrape: Scrape): number | undefined => valueOf(scrape, 'stackcheck_payments', 'state="unknown"');
      await ask();
      await recorder.until((scrape) => open(scrape)! > 0);
      const scrapes = await recorder.record(18);
      facilitator.settling = 'made';
      await recorder.until((scrape) => open(scrape) === 0);
      await sell();
      return scrapes;
    },
  },
];

/** The last ones of a shop: what they end stays so. */
export const LASTING: readonly Breakage[] = [
  {
    what: 'the facilitator is dead',
    fires: {
      StackcheckFacilitatorFailing: {},
      StackcheckFacilitatorPassedOver: ({ facilitator }) => ({ facilitator: new URL(facilitator.url).host }),
      StackcheckErrors: {},
    },
    minutes: 2,
    async record({ recorder, facilitator, ask }) {
      await facilitator.close();
      return recorder.record(10, ask);
    },
  },
  {
    what: 'the ingest worker is dead',
    fires: { StackcheckIngestDown: { job: 'stackcheck-ingest', instance: 'ingest' } },
    minutes: 4,
    async record({ recorder, ingest }) {
      await ingest.close();
      return recorder.record(6);
    },
  },
  {
    what: 'the API is dead',
    fires: { StackcheckDown: IS_API },
    minutes: 1,
    async record({ recorder, api }) {
      await api.app.close();
      return recorder.record(4);
    },
  },
];
