/** Requests of one client that wait for others of it at the same time. */
const WAITING_MAX = 32;

interface Line {
  /** What each of its requests has taken so far. */
  readonly spent: Set<() => number>;
  readonly waiting: Set<() => void>;
}

/** Work that is done and not paid for yet, by client, and who waits for its end. Bounded by the requests that are under way. */
export class WorkUnderWay {
  private readonly lines = new Map<string, Line>();

  /** @returns to be called when the request was paid for or ended without it; idempotent */
  begin(key: string, spentMs: () => number): () => void {
    const line = this.lines.get(key) ?? { spent: new Set(), waiting: new Set() };
    this.lines.set(key, line);
    line.spent.add(spentMs);
    return () => {
      if (!line.spent.delete(spentMs)) return;
      if (line.spent.size === 0) this.lines.delete(key);
      const woken = [...line.waiting];
      line.waiting.clear();
      for (const go of woken) go();
    };
  }

  msOf(key: string): number {
    let ms = 0;
    for (const spentMs of this.lines.get(key)?.spent ?? []) ms += spentMs();
    return ms;
  }

  /** @param go called once, when a request of the client ends @returns how not to wait any longer; undefined without room */
  wait(key: string, go: () => void): (() => void) | undefined {
    const line = this.lines.get(key);
    if (!line || line.waiting.size >= WAITING_MAX) return undefined;
    line.waiting.add(go);
    return () => void line.waiting.delete(go);
  }

  get size(): number {
    return this.lines.size;
  }
}
