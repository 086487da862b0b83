import { ServiceError } from '@stackcheck/contract';
import { quoted } from '@stackcheck/contract/wording';
import { descriptorOf, hasDeltas, isIndexed } from '@stackcheck/datasets/registry';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { InputClass } from '../../input/input-class';
import {
  defineRoute,
  type AnyRoute,
  type AskableDataset,
  type Route,
  type RouteAnswer,
  type RouteDataset,
  type RouteDeps,
} from '../define-route';
import { object, ref } from '@stackcheck/queries/json-schema';
import { PACK_TYPE, requirePack, type SnapshotParams } from './pack-form';

/** US dollars for the whole dataset, as its descriptor says. */
export function snapshotPrice(dataset: RouteDataset): string {
  const { snapshotPriceUsd } = descriptorOf(dataset);
  if (snapshotPriceUsd === undefined) throw new Error(`dataset "${dataset}" is answered from and has no price`);
  return snapshotPriceUsd;
}

const WHOLE = object({ manifest: ref('Manifest'), snapshot: ref('Snapshot') });
const CHANGES = object({ manifest: ref('Manifest'), delta: ref('Delta') });

/** The download route of a registered dataset: the whole, or what changed where the dataset has deltas. */
export function snapshotRoute(dataset: RouteDataset): AnyRoute {
  const route = {
    method: 'GET',
    path: `/v1/${dataset}/snapshot`,
    operationId: `service_${dataset}_snapshot`,
    tags: [dataset, 'paid'],
    summary: `Signed ${dataset} snapshot`,
    price: snapshotPrice(dataset),
    dataset,
    example: {},
  } as const;
  const description = `The whole signed ${dataset} snapshot with its manifest, for offline checks`;
  if (!hasDeltas(dataset)) {
    return defineRoute({
      ...route,
      description: `${description}.`,
      output: { contentType: 'application/json', schema: object({ data: WHOLE }) },
      errors: [],
      answer: (_input, { own }) => wholeOf(dataset, own),
    });
  }
  if (isIndexed(dataset)) return packedRoute(dataset, { ...route, description });
  return defineRoute<SnapshotParams>({
    ...route,
    description: `${description}; with \`since\`, only what changed after an earlier one, signed as well.`,
    params: paramsOf(dataset),
    output: { contentType: 'application/json', schema: object({ data: { oneOf: [WHOLE, CHANGES] } }) },
    errors: ['snapshot_expired'],
    answer: ({ params: { since } }, { own }) => answerOf(dataset, since, own),
  });
}

/** The same of a dataset that is too large to be held: its snapshots are sold as packs, too. */
function packedRoute(
  dataset: RouteDataset,
  route: Omit<Route<SnapshotParams>, 'output' | 'errors' | 'answer'>,
): AnyRoute {
  return defineRoute<SnapshotParams>({
    ...route,
    description:
      `${route.description}; with \`since\`, only what changed after an earlier one, signed as well; with \`form=pack\`, the pack: ` +
      'one file to be asked where it lies, a tenth of the JSON, whose SHA-256 the manifest signs under `scopes`.',
    params: packedParamsOf(dataset),
    output: {
      contentType: 'application/json',
      schema: object({ data: { oneOf: [WHOLE, CHANGES] } }),
      alternatives: { [PACK_TYPE]: { contentMediaType: PACK_TYPE } },
    },
    errors: ['snapshot_expired'],
    // A dry run may come by a route of its own, which has no dataset.
    inspect: ({ params }, { data }) => {
      if (params.form === 'pack') requirePack(params, data(dataset as AskableDataset).manifest);
    },
    answer: ({ params }, { own }) => {
      if (params.form !== 'pack') return answerOf(dataset, params.since, own);
      requirePack(params, own.manifest);
      return { download: { dataset, snapshotId: own.manifest.snapshot_id, form: 'pack' } };
    },
  });
}

function answerOf(dataset: RouteDataset, since: string | undefined, own: RouteDeps['own']): RouteAnswer {
  return since === undefined
    ? wholeOf(dataset, own)
    : { bytes: changesSince(since, own), contentType: 'application/json' };
}

/** What is too large to be held is sent from where it lies. */
function wholeOf(dataset: RouteDataset, { download, manifest }: RouteDeps['own']): RouteAnswer {
  const snapshot = { dataset, snapshotId: manifest.snapshot_id };
  return download === undefined
    ? { download: snapshot }
    : { bytes: download, contentType: 'application/json', snapshot };
}

/** @throws ServiceError `dataset_unavailable` where the node is behind the asker, `snapshot_expired` for whatever is not kept, of another dataset, or damaged */
function changesSince(snapshotId: string, own: RouteDeps['own']): Uint8Array {
  const found = own.deltaSince(snapshotId);
  if (found.kind === 'delta') return found.bytes;
  if (found.kind === 'behind')
    throw new ServiceError('dataset_unavailable', { message: found.reason, retryAfterSeconds: 10 });
  throw new ServiceError('snapshot_expired', { message: `since ${quoted(snapshotId, 60)}: ${found.reason}` });
}

/** The same where snapshots have packs. */
function packedParamsOf(dataset: RouteDataset): InputClass<SnapshotParams> {
  class SnapshotForm extends paramsOf(dataset) {
    @JSONSchema({
      description:
        'How the whole is sent: as JSON unless asked for otherwise, or as a pack. Not together with `since`.',
      examples: ['pack'],
    })
    @IsIn(['json', 'pack'], { message: 'form must be "json" or "pack"' })
    @IsOptional()
    override form?: 'json' | 'pack';
  }
  return SnapshotForm;
}

/** The input of a dataset's route, with an example of its own. */
function paramsOf(dataset: RouteDataset): InputClass<SnapshotParams> {
  const example = `${dataset}-20261119T062205Z-1a2b3c4d`;
  class SnapshotSince {
    @JSONSchema({
      description:
        'The snapshot_id you have: the answer is then a signed delta from that snapshot to the current one, instead of the whole.',
      examples: [example],
    })
    @Matches(/^[a-z]{1,20}-\d{8}T\d{6}Z-[0-9a-f]{8}$/, { message: `since must be a snapshot_id, e.g. ${example}` })
    @IsOptional()
    since?: string;
  }
  return SnapshotSince;
}
