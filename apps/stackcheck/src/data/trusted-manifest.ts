import type { DatasetId, Manifest } from '@stackcheck/datasets';
import { manifestFault, manifestShapeFault } from '@stackcheck/datasets/open';
import { verifiersOf, type KeySet } from '@stackcheck/signing';
import { CliError, EXIT } from '../program/exit-code';

/** Datasets that are asked offline, with what they are for people. */
export const OFFLINE: Readonly<Partial<Record<DatasetId, string>>> = {
  eol: 'release cycles',
  kev: 'known exploited vulnerabilities',
  osv: 'package advisories',
  epss: 'EPSS scores',
  models: 'LLM prices',
};

/**
 * A manifest that is proven by a trusted key.
 * @param what names it in the message
 * @throws CliError `data`
 */
export function trustedManifest(value: unknown, keys: KeySet, what: string): Manifest {
  const fault = manifestShapeFault(value) ?? manifestFault(value as Manifest, verifiersOf(keys));
  if (fault !== undefined) throw new CliError(EXIT.data, `${what} is not verified: ${fault}; fetch it again`);
  const manifest = value as Manifest;
  if (OFFLINE[manifest.dataset] === undefined) {
    throw new CliError(EXIT.data, `${what} is of dataset "${manifest.dataset}", which is not asked offline`);
  }
  return manifest;
}

/** The digest of the pack that a manifest's signed scope names; undefined where it has none. */
export function packDigest({ scopes }: Manifest): string | undefined {
  const scope = scopes.find(({ name }) => name === 'pack')?.scope;
  return scope?.slice(scope.lastIndexOf(':') + 1);
}
