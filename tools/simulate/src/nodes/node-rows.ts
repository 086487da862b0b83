import {
  chainHash,
  NO_SEAL,
  type ModelEvent,
  type ModelPayment,
  type ModelTables,
} from '@stackcheck/store-postgres/testing';
import { stepFaults, type LedgerRows } from '../checks/ledger-rows';
import { TERMS } from '../model/terms';

/** The rows of the shared database. */
export function nodeRows(tables: ModelTables): LedgerRows {
  const asset = TERMS.asset.toLowerCase();
  /** Not those that were only called free. */
  const claimed = (): readonly ModelPayment[] => tables.payments().filter(({ attempt }) => attempt > 0);
  return {
    byKey: (payer, nonce) => {
      const row = tables.byKey([TERMS.network, asset, payer, nonce]);
      return row?.attempt === 0 ? undefined : row;
    },
    byNonce: (nonce) => claimed().find((row) => row.nonce === nonce),
    byId: (id) => tables.payment(id),
    has: (what) =>
      claimed().some(({ state }) => {
        const isOpen = state === 'settling' || state === 'unknown';
        return what === 'open' ? isOpen : state === 'refused' || (isOpen && what === 'watched');
      }),
    all: claimed,
    // Nodes settle by a facilitator here, of whose transfers none is taken back.
    losses: () => new Map(),
    // In the order in which they were written.
    historyFaults: (rows) => [
      ...stepFaults(
        tables.events().filter(({ state }) => state !== 'void'),
        rows,
      ),
      ...chainFaults(tables),
    ],
  };
}

/** Events of a boot that are not what its seals say. */
function chainFaults(tables: ModelTables): readonly string[] {
  const faults: string[] = [];
  const ofBoots = new Map<string, ModelEvent[]>();
  for (const event of tables.events()) {
    const ofBoot = ofBoots.get(event.boot_id);
    if (ofBoot) ofBoot.push(event);
    else ofBoots.set(event.boot_id, [event]);
  }
  const seals = [...tables.seals()].map(([name, hash]) => ({ name: name.split(' ') as [string, string], hash }));
  for (const [bootId, events] of ofBoots) {
    events.sort((one, other) => one.seq - other.seq);
    const own = seals
      .filter(({ name }) => name[0] === bootId)
      .map(({ name, hash }) => ({ toSeq: Number(name[1]), hash }));
    for (const { toSeq, hash } of own) {
      const sealed = events.filter(({ seq }) => seq <= toSeq);
      const expected = sealed.reduce(
        (before, { payment_id, ...event }) => chainHash(before, { ...event, paymentId: payment_id }),
        NO_SEAL.hash,
      );
      if (hash !== expected) faults.push(`events of ${bootId} up to ${toSeq} are not what their seal says`);
    }
  }
  return faults;
}
