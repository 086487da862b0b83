import { LIMITS, systemClock, type Clock } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import {
  toVersion2,
  type FacilitatorRequest,
  type FacilitatorState,
  type SettleOutcome,
  type VerifyOutcome,
} from '@stackcheck/payment-x402/facilitator';
import { Pool } from 'undici';
import { isRedirection, settleOutcome, verifyOutcome } from './facilitator-replies';
import { NO_CREDENTIALS, type CallCredentials } from './facilitator-credentials';
import { FacilitatorSupport, type NetworkNames } from './facilitator-support';
import { postJson, type PostOutcome } from '../request/post-json';

/** Where and how a facilitator is reached. */
export interface HttpFacilitatorOptions {
  /** Base URL; `/verify`, `/settle` and `/supported` are below it. */
  readonly url: string;
  /** Sent with each call and shown nowhere. */
  readonly credentials?: CallCredentials;
  /** What our network is called in `/supported`; without it, it is not asked what it supports. */
  readonly networkNames?: NetworkNames;
  readonly clock?: Pick<Clock, 'monotonic'>;
  /** Shorter in tests. */
  readonly verifyTimeoutMs?: number;
  readonly settleTimeoutMs?: number;
}

type CallName = 'verify' | 'settle' | 'supported';

/** Where one kind of call goes, made once: taking a URL apart costs as much as parsing the reply. */
interface Endpoint {
  readonly url: URL;
  readonly origin: string;
  readonly path: string;
}

const CONNECTIONS_MAX = 64;
const CONNECT_TIMEOUT_MS = 2_500;
const SUPPORTED_TIMEOUT_MS = 3_000;
/** How long the first payment of version 1 waits to learn whether the facilitator speaks it. */
const SUPPORTED_WAIT_MS = 500;

/**
 * Any x402 facilitator, by URL (x402 facilitator interface, versions 1 and 2). Connections are kept and reused. A payment of
 * version 1 is translated for one that lists version 2 and not 1; while that is not known, it is sent as it came.
 */
export class HttpFacilitator implements Facilitator {
  readonly name: string;
  readonly evidence = 'facilitator';
  private readonly pool: Pool;
  private readonly endpoints: Readonly<Record<CallName, Endpoint>>;
  private readonly support: FacilitatorSupport | undefined;
  /** By the requirements, which are made for each payment. */
  private readonly bodies = new WeakMap<object, { readonly paymentPayload: unknown; readonly body: Buffer }>();
  private lastCall: 'ok' | 'failing' | 'unused' = 'unused';

  /** @throws TypeError when the URL is none */
  constructor(private readonly options: HttpFacilitatorOptions) {
    const base = new URL(options.url);
    this.name = `${base.host}${base.pathname}`.replace(/\/+$/, '');
    this.pool = new Pool(base.origin, { connections: CONNECTIONS_MAX, connect: { timeout: CONNECT_TIMEOUT_MS } });
    this.endpoints = {
      verify: endpointOf(base, 'verify'),
      settle: endpointOf(base, 'settle'),
      supported: endpointOf(base, 'supported'),
    };
    this.support =
      options.networkNames &&
      new FacilitatorSupport(
        options.networkNames,
        () => this.call('supported', null, SUPPORTED_TIMEOUT_MS),
        options.clock ?? systemClock,
      );
  }

  async verify(request: FacilitatorRequest): Promise<VerifyOutcome> {
    const timeoutMs = this.options.verifyTimeoutMs ?? LIMITS.verifyTimeoutMs;
    const startedMs = performance.now();
    const asked = await this.inItsVersion(request);
    const leftMs = (): number => Math.max(1, startedMs + timeoutMs - performance.now());
    let posted = await this.post('verify', asked, leftMs());
    // Verifying changes nothing, so a connection that had gone stale costs a second call and not the sale.
    if (posted.kind !== 'reply' && leftMs() > 1) posted = await this.post('verify', asked, leftMs());
    const outcome = verifyOutcome(posted, request.expected.payer);
    this.lastCall = outcome.kind === 'unavailable' ? 'failing' : 'ok';
    return outcome;
  }

  async settle(request: FacilitatorRequest, timeoutMs?: number): Promise<SettleOutcome> {
    const limitMs = this.options.settleTimeoutMs ?? LIMITS.settleTimeoutMs;
    const startedMs = performance.now();
    const asked = await this.inItsVersion(request);
    const leftMs = Math.min(timeoutMs ?? limitMs, limitMs) - (performance.now() - startedMs);
    const posted = await this.post('settle', asked, Math.max(1, leftMs));
    this.lastCall = posted.kind === 'reply' && posted.status < 500 && !isRedirection(posted) ? 'ok' : 'failing';
    return settleOutcome(posted, asked);
  }

  health(): 'ok' | 'failing' | 'unused' {
    return this.lastCall;
  }

  states(): readonly FacilitatorState[] {
    const supports = this.support?.now() ?? { v1: null, v2: null };
    return [{ name: this.name, state: this.lastCall, breaker: 'closed', supports }];
  }

  /** Ends idle connections; calls under way finish. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  private async inItsVersion(request: FacilitatorRequest): Promise<FacilitatorRequest> {
    if (request.x402Version === 2 || !this.support) return request;
    const { v1, v2 } = await this.support.soon(SUPPORTED_WAIT_MS);
    return v1 === false && v2 === true ? toVersion2(request) : request;
  }

  private post(call: 'verify' | 'settle', request: FacilitatorRequest, timeoutMs: number): Promise<PostOutcome> {
    return this.call(call, this.bodyOf(request), timeoutMs);
  }

  /** Verifying and settling send the same body, which is written once. */
  private bodyOf({ x402Version, paymentPayload, paymentRequirements }: FacilitatorRequest): Buffer {
    const key = paymentRequirements as object;
    const known = this.bodies.get(key);
    if (known !== undefined && known.paymentPayload === paymentPayload) return known.body;
    const body = Buffer.from(JSON.stringify({ x402Version, paymentPayload, paymentRequirements }));
    this.bodies.set(key, { paymentPayload, body });
    return body;
  }

  private call(name: CallName, body: Uint8Array | null, timeoutMs: number): Promise<PostOutcome> {
    const { url, origin, path } = this.endpoints[name];
    return postJson(this.pool, {
      origin,
      path,
      headers: (this.options.credentials ?? NO_CREDENTIALS)(body === null ? 'GET' : 'POST', url),
      body,
      timeoutMs,
    });
  }
}

function endpointOf(base: URL, name: CallName): Endpoint {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${name}`;
  return { url, origin: url.origin, path: `${url.pathname}${url.search}` };
}
