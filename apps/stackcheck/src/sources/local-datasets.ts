import type { Manifest } from '@stackcheck/datasets';
import { STARTERS } from '@stackcheck/datasets/starters';
import type { OutcomeSnapshot } from '@stackcheck/report';
import type { DataFolder } from '../data/data-folder';
import { factsOf, openDataset } from '../data/open-dataset';
import { MAX_AGE_HOURS } from './snapshot-source';

/** The datasets that can be asked on this machine. */
export type LocalDatasetId = keyof typeof STARTERS;

/** One of them, open. */
export interface LocalDataset {
  readonly snapshot: OutcomeSnapshot;
  /** Of a selection only the members that its answers read. */
  readonly manifest: Manifest;
  /** What questions are asked through; its type follows from the dataset. */
  readonly index: unknown;
}

/** Datasets by id; undefined where one is not there, or too old to be asked. @throws CliError `data` where it is not verified */
export type LocalDatasets = (id: LocalDatasetId) => LocalDataset | undefined;

/** The proven snapshots of a data folder, each opened once. */
export function datasetsOf(folder: DataFolder, now: () => number, maxAgeHours = MAX_AGE_HOURS): LocalDatasets {
  const opened = new Map<LocalDatasetId, { readonly blob: string; readonly index: unknown }>();
  return (id) => {
    const stored = folder.current().datasets[id];
    if (stored === undefined || folder.keys() === undefined) return undefined;
    const snapshot = factsOf(stored, now());
    if (snapshot.age_hours > maxAgeHours) return undefined;
    let known = opened.get(id);
    if (known?.blob !== stored.blob) {
      known = { blob: stored.blob, index: openDataset(folder, id, { nowMs: now(), maxAgeHours }).index };
      opened.set(id, known);
    }
    return { snapshot, manifest: stored.manifest, index: known.index };
  };
}

const HOUR_MS = 3_600_000;

/** The embedded selections. */
export function demoDatasets(now: () => number): LocalDatasets {
  const opened = new Map<LocalDatasetId, LocalDataset>();
  return (id) => {
    const known = opened.get(id) ?? starter(id, now());
    opened.set(id, known);
    return known;
  };
}

function starter(id: LocalDatasetId, nowMs: number): LocalDataset {
  const { asOf, index } = STARTERS[id]();
  const snapshot = {
    dataset: id,
    snapshot_id: `${id}-starter`,
    as_of: asOf,
    age_hours: Math.max(0, Math.floor((nowMs - Date.parse(asOf)) / HOUR_MS)),
    key_id: 'none',
    starter: true,
  };
  const manifest = { dataset: id, snapshot_id: snapshot.snapshot_id, fetched_at: asOf, starter: true };
  return { snapshot, manifest: manifest as Manifest, index };
}
