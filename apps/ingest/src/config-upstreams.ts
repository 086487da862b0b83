import type { DatasetDescriptor, DatasetId, UpstreamAddresses } from '@stackcheck/datasets';
import { CONFIG_VARIABLES } from './config-variables';

/** Addresses by dataset; one that is absent is fetched from its descriptor's own. */
export type ConfiguredUpstreams = Readonly<Partial<Record<DatasetId, UpstreamAddresses>>>;

/** The variables that say where data is fetched. */
export interface UpstreamVariables {
  readonly EOL_UPSTREAM_URL?: string;
  readonly KEV_UPSTREAM_URL?: string;
  readonly OSV_UPSTREAM_URL?: string;
  readonly MODELS_UPSTREAM_URL?: string;
  readonly MODELS_LITELLM_URL?: string;
  readonly SANCTIONS_UPSTREAM_URL?: string;
}

/**
 * A configured address stands alone: neither the mirrors nor the companions of the public one are asked then, since
 * whoever names an address wants the data from there. A companion may be configured, too.
 */
export function configuredUpstreams(variables: UpstreamVariables): ConfiguredUpstreams {
  const upstreams: Partial<Record<DatasetId, UpstreamAddresses>> = {};
  const set = (id: DatasetId, url: string | undefined, companions: UpstreamAddresses['companions'] = []): void => {
    if (url !== undefined) upstreams[id] = { urls: [url], companions };
  };
  const { MODELS_LITELLM_URL: litellm, MODELS_UPSTREAM_URL: models } = variables;
  set('eol', variables.EOL_UPSTREAM_URL);
  set('kev', variables.KEV_UPSTREAM_URL);
  set('osv', variables.OSV_UPSTREAM_URL);
  if (litellm === undefined) set('models', models);
  else set('models', models ?? publicAddress('MODELS_UPSTREAM_URL'), [{ name: 'litellm', url: litellm }]);
  set('sanctions', variables.SANCTIONS_UPSTREAM_URL);
  return upstreams;
}

function publicAddress(name: string): string | undefined {
  return CONFIG_VARIABLES.find((variable) => variable.name === name)?.fallback;
}

/** The public addresses of a dataset. */
export function addressesOf({ upstreamUrl, mirrorUrls = [], companions = [] }: DatasetDescriptor): UpstreamAddresses {
  return { urls: [upstreamUrl, ...mirrorUrls], companions };
}
