import type { SnapshotSource } from './snapshot-source';

/** What following needs. */
export interface FollowDeps {
  readonly source: SnapshotSource;
  /** Called before each write, where a test lets the process die. */
  readonly beforeWrite?: (what: string) => void;
}
