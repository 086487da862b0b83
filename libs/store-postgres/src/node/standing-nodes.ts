import type { NodeTimes } from './node-times';

/** A node as a beat sees it. */
export interface SeenNode {
  readonly boot_id: string;
  readonly place: string;
  readonly beat: number;
}

interface Watched {
  readonly beat: number;
  readonly stoodMs: number;
}

/**
 * Which nodes are gone: those whose beat stood still for long enough, counted in time of this process in which its own beats
 * went through. So neither clocks nor a database that was away for a while make a node look dead.
 */
export class StandingNodes {
  private watched = new Map<string, Watched>();

  constructor(
    private readonly place: string,
    private readonly times: Pick<NodeTimes, 'goneMs' | 'replacedMs'>,
  ) {}

  /**
   * What a beat saw.
   * @param sinceMs time since the beat before, or 0 when that one failed
   * @returns nodes that are gone
   */
  look(nodes: readonly SeenNode[], sinceMs: number): readonly SeenNode[] {
    const before = this.watched;
    this.watched = new Map();
    return nodes.filter((node) => {
      const seen = before.get(node.boot_id);
      const stoodMs = seen?.beat === node.beat ? seen.stoodMs + sinceMs : 0;
      this.watched.set(node.boot_id, { beat: node.beat, stoodMs });
      const { goneMs, replacedMs } = this.times;
      return stoodMs >= (node.place === this.place ? replacedMs : goneMs);
    });
  }
}
