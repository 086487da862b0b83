import { ServerResponse } from 'node:http';
import type { Facilitator, PaymentLedger } from '@stackcheck/payment-x402';
import type { SelfDeps } from '@stackcheck/payment-x402/self';
import type { FailPoint, Fuse } from './fail-points';

/** The points around each method of a port. */
type Around = Readonly<Record<string, { readonly before?: FailPoint; readonly after?: FailPoint }>>;

const LEDGER: Around = {
  find: { after: 'find.after' },
  claim: { before: 'W1.before', after: 'W1.after' },
  settled: { before: 'W2.before', after: 'W2.after' },
  unknown: { before: 'unknown.before', after: 'unknown.after' },
  refused: { before: 'refused.before', after: 'refused.after' },
  delivered: { before: 'delivered.before', after: 'delivered.after' },
  open: { before: 'reconcile.before', after: 'reconcile.after' },
};

const FACILITATOR: Around = {
  verify: { before: 'verify.before', after: 'verify.after' },
};

const BOOK: Around = {
  add: { before: 'book.before', after: 'book.after' },
  addAttempt: { before: 'book.before', after: 'book.after' },
  mark: { before: 'mined.before', after: 'mined.after' },
};

/** Long enough for the request to leave, and shorter than any settlement. */
const DURING_MS = 4;

/** The same object, its methods passing the points before and after they did their work. */
function fused<T extends object>(target: T, around: Around, fuse: Fuse): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      const points = typeof name === 'string' ? around[name] : undefined;
      if (typeof value !== 'function' || !points) return typeof value === 'function' ? value.bind(object) : value;
      return async (...args: unknown[]): Promise<unknown> => {
        if (points.before) fuse.pass(points.before);
        const result = await (Reflect.apply(value, object, args) as Promise<unknown>);
        if (points.after) fuse.pass(points.after);
        return result;
      };
    },
  });
}

/** The ledger with its points. */
export function fusedLedger<T extends PaymentLedger>(ledger: T, fuse: Fuse): T {
  const plain = fused(ledger, LEDGER, fuse);
  let booting = true;
  return new Proxy(plain, {
    get(object, name) {
      if (name !== 'open') return Reflect.get(object, name, object) as unknown;
      return async (limit: number, afterId?: number) => {
        const rows = await object.open(limit, afterId);
        if (booting && rows.length > 0) fuse.pass('boot.adopt');
        booting = false;
        return rows;
      };
    },
  });
}

/** The facilitator with its points; a settle call for what was sent before has points of its own. */
export function fusedFacilitator(facilitator: Facilitator, fuse: Fuse): Facilitator {
  const plain = fused(facilitator, FACILITATOR, fuse);
  const settle: Facilitator['settle'] = async (request, timeoutMs) => {
    const name = request.isRepeat ? 'resettle' : 'settle';
    fuse.pass(`${name}.before`);
    if (!request.isRepeat && fuse.burns('settle.during')) setTimeout(() => fuse.blow(), DURING_MS);
    const outcome = await facilitator.settle(request, timeoutMs);
    fuse.pass(`${name}.after`);
    return outcome;
  };
  return new Proxy(plain, {
    get: (object, name) => (name === 'settle' ? settle : (Reflect.get(object, name, object) as unknown)),
  });
}

/** Book and node of a server that settles by itself, with their points. */
export function fusedSelf({ book, node }: SelfParts, fuse: Fuse): SelfParts {
  const fusedNode = fused(node, { broadcast: { before: 'broadcast.before', after: 'broadcast.after' } }, fuse);
  const broadcast: SelfParts['node']['broadcast'] = async (raw) => {
    if (fuse.burns('broadcast.during')) setTimeout(() => fuse.blow(), DURING_MS);
    return fusedNode.broadcast(raw);
  };
  return {
    book: fused(book, BOOK, fuse),
    node: new Proxy(fusedNode, {
      get: (object, name) => (name === 'broadcast' ? broadcast : (Reflect.get(object, name, object) as unknown)),
    }),
  };
}

type SelfParts = Pick<SelfDeps, 'book' | 'node'>;

/** Paid answers pass their points as this process's HTTP servers write them. @returns what undoes it */
export function fuseResponses(fuse: Fuse): () => void {
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]): ServerResponse {
    if (!isPaid(this)) return Reflect.apply(end, this, args) as ServerResponse;
    fuse.pass('send.before');
    const body = args[0];
    if (body instanceof Uint8Array && fuse.burns('send.during')) {
      this.write(body.subarray(0, body.length >> 1), () => fuse.blow());
      return this;
    }
    const result = Reflect.apply(end, this, args) as ServerResponse;
    fuse.pass('send.after');
    return result;
  } as typeof end;
  return () => {
    ServerResponse.prototype.end = end;
  };
}

/** A head that was written at once is kept by node as text only. */
function isPaid(response: ServerResponse): boolean {
  return /\r\npayment-response: /i.test((response as unknown as { _header?: string | null })._header ?? '');
}
