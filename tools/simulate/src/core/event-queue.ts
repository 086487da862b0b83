/** Something to do at a simulated time. Events of one time are ordered by chance, then by arrival. */
export interface SimEvent {
  readonly atMs: number;
  readonly order: number;
  readonly sequence: number;
  readonly happen: () => void;
}

/** A binary heap of events, soonest first. */
export class EventQueue {
  private readonly heap: SimEvent[] = [];

  get size(): number {
    return this.heap.length;
  }

  peek(): SimEvent | undefined {
    return this.heap[0];
  }

  push(event: SimEvent): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isSooner(event, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = event;
  }

  pop(): SimEvent | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const child = right < heap.length && isSooner(heap[right]!, heap[left]!) ? right : left;
      if (!isSooner(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isSooner(left: SimEvent, right: SimEvent): boolean {
  if (left.atMs !== right.atMs) return left.atMs < right.atMs;
  if (left.order !== right.order) return left.order < right.order;
  return left.sequence < right.sequence;
}
