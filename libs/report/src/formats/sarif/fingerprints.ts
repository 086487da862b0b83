import { createHash } from 'node:crypto';
import type { Finding } from '../../outcome';
import { purlWithoutVersion } from '../../text/purl-text';

/** What identifies a result from one run to the next (SARIF 2.1.0, 3.27.17). */
export type Fingerprints = (finding: Finding, path: string) => Readonly<Record<string, string>>;

/**
 * Fingerprints for the results of one run. `stackcheckFinding/v1` is of kind, id, component without version, and path, so that
 * neither a move within a file nor an update that does not help makes a new alert. GitHub compares `primaryLocationLineHash`
 * alone, which is the hash of the same and the number of its occurrence in the run.
 */
export function fingerprintsIn(): Fingerprints {
  const seen = new Map<string, number>();
  return ({ code, id, component }, path) => {
    const subject =
      component.purl === undefined ? `${component.kind}:${component.name}` : purlWithoutVersion(component.purl);
    // JSON parts the members in a way that no member can imitate.
    const identity = JSON.stringify([code, id, subject, path]);
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return { 'stackcheckFinding/v1': identity, primaryLocationLineHash: `${hash}:${occurrence}` };
  };
}
