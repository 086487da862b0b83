import type { VersionQuery } from '../evaluate/evaluate';
import type { Finding } from '../evaluate/finding';

/** What stands against a version, worst first, and the lowest safe one from it on. */
export interface FoundVersion {
  readonly findings: readonly Finding[];
  readonly minimumSafe: string | null;
}

/**
 * What was found about versions of one package while others of it were judged: of a safe one that nothing stands against it, of the
 * best one what does. Who asks about the version to move to is answered without judging again.
 */
export class FoundBefore {
  private readonly versions = new Map<string, FoundVersion>();

  /** What is known of the version asked about. */
  of({ version, release }: VersionQuery): FoundVersion | undefined {
    return this.versions.get(keyOf(version, release));
  }

  /** Remembers what was found about a version in the release that a query is about. */
  add({ release }: VersionQuery, version: string, found: FoundVersion): void {
    this.versions.set(keyOf(version, release), found);
  }
}

function keyOf(version: string, release: VersionQuery['release']): string {
  return release === null ? version : JSON.stringify([version, ...release]);
}
