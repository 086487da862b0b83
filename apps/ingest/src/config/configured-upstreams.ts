import { DESCRIPTORS, type DatasetDescriptor, type DatasetId } from '@stackcheck/datasets';
import type { UpstreamAddresses } from '@stackcheck/datasets/fetch';

/** Addresses by dataset; one that is absent is fetched from its descriptor's own. */
export type ConfiguredUpstreams = Readonly<Partial<Record<DatasetId, UpstreamAddresses>>>;

/** A variable that says where something is fetched. */
export interface UpstreamVariable {
  readonly name: string;
  /** The public address. */
  readonly fallback: string;
  readonly meaning: string;
}

/** The variables of all datasets, `<ID>_UPSTREAM_URL` and for a companion `<ID>_<NAME>_URL`, in the registry's order. */
export const UPSTREAM_VARIABLES: readonly UpstreamVariable[] = DESCRIPTORS.flatMap((descriptor) => [
  { name: documentVariable(descriptor), fallback: descriptor.upstreamUrl, meaning: descriptor.upstreamMeaning },
  ...(descriptor.companions ?? []).map(({ name, url, meaning }) => ({
    name: companionVariable(descriptor, name),
    fallback: url,
    meaning,
  })),
]);

/**
 * A configured address stands alone: neither the mirrors nor the companions of the public one are asked then, since
 * anyone who names an address wants the data from there. A companion may be configured, too.
 * @param variables values by name; those of other names are left alone
 */
export function configuredUpstreams(variables: Readonly<Record<string, string | undefined>>): ConfiguredUpstreams {
  const upstreams: Partial<Record<DatasetId, UpstreamAddresses>> = {};
  for (const descriptor of DESCRIPTORS) {
    const url = variables[documentVariable(descriptor)];
    const companions = (descriptor.companions ?? []).flatMap((companion) => {
      const own = variables[companionVariable(descriptor, companion.name)];
      return own === undefined ? [] : [{ name: companion.name, url: own }];
    });
    if (url === undefined && companions.length === 0) continue;
    upstreams[descriptor.id] = { urls: [url ?? descriptor.upstreamUrl], companions };
  }
  return upstreams;
}

/** The public addresses of a dataset. */
export function addressesOf({ upstreamUrl, mirrorUrls = [], companions = [] }: DatasetDescriptor): UpstreamAddresses {
  return { urls: [upstreamUrl, ...mirrorUrls], companions };
}

function documentVariable({ id }: DatasetDescriptor): string {
  return `${id.toUpperCase()}_UPSTREAM_URL`;
}

function companionVariable({ id }: DatasetDescriptor, name: string): string {
  return `${id.toUpperCase()}_${name.toUpperCase()}_URL`;
}
