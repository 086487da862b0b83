import type { AddressInfo } from 'node:net';
import { FixedClock } from '@stackcheck/contract/testing';
import { Dispatch, type DispatchDeps } from '../http/dispatch';
import { Sales, type SalesDeps } from '../sale/sales';
import { Matcher } from '../catalogue/match';
import type { AnyRoute } from '../catalogue/define-route';
import { buildServer } from '../http/server';
import { TEST_BASE_URL } from './starter-api';

/** A running server of routes that only a test has. */
export interface ServedRoutes {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves routes through the real front: free ones and such as never make an offer, with no data and no payments. */
export async function serveRoutes(routes: readonly AnyRoute[]): Promise<ServedRoutes> {
  const shared = { baseUrl: TEST_BASE_URL, onUnexpected: () => undefined };
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  const sales: Partial<SalesDeps> = {
    ...shared,
    clock,
    readiness: {
      payments: 'sandbox',
      paused: () => false,
      pauseState: () => ({ reasons: [], warnings: [] }),
      watching: () => false,
      loaded: () => undefined,
    },
    overload: {
      sheds: () => false,
      takePlace: () => ({ leave() {} }),
      count: () => undefined,
      retryAfterSeconds: () => 1,
    },
    priced: new Map(),
  };
  const deps: Partial<DispatchDeps> = {
    ...shared,
    clock,
    matcher: new Matcher(routes),
    sales: new Sales(sales as SalesDeps),
    isL402On: false,
    dryRuns: { consume: () => undefined },
    accessLog: { everything: false, record: () => undefined },
  };
  const server = buildServer(new Dispatch(deps as DispatchDeps), TEST_BASE_URL);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
