import { connect } from 'node:tls';
import type { Check, DoctorContext } from '../doctor-context';
import { findingsOf, type Finding } from '../finding';

const { ok, warning, fault } = findingsOf('service');

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const WARNED_DAYS = 14;
const FAULT_DAYS = 3;

interface Health {
  readonly service?: string;
  readonly pause_reasons?: readonly string[];
  readonly warnings?: readonly string[];
  readonly payments?: { readonly mode?: string; readonly network?: string | null };
}

/** The service as callers reach it: through PUBLIC_BASE_URL, proxies and TLS included. */
export const service: Check = {
  name: 'service',
  async run(context) {
    const { baseUrl } = context.config;
    const tls = baseUrl.startsWith('https:') ? [await certificate(new URL(baseUrl), context)] : [];
    const health = (await getJson(`${baseUrl}/health`)) as Health | undefined;
    if (health?.service !== 'stackcheck')
      return [
        ...tls,
        fault(
          `${baseUrl}/health does not answer`,
          'callers do not reach the service',
          'start it; check PUBLIC_BASE_URL, DNS and the proxy',
        ),
      ];
    return [...tls, ...stateOf(health, context), await openApi(baseUrl), await mcp(baseUrl)];
  },
};

function stateOf(health: Health, { config: { payments } }: DoctorContext): readonly Finding[] {
  const { pause_reasons = [], warnings = [] } = health;
  const expected = payments.mode === 'off' ? null : payments.terms.network;
  const isOurs = health.payments?.mode === payments.mode && (health.payments.network ?? null) === expected;
  const page = 'docs/operations.md, "Whether payments are taken"';
  return [
    isOurs
      ? ok('the service answers through PUBLIC_BASE_URL')
      : fault(
          'the service that answers has another configuration',
          'this environment is not the one that it runs with',
          'run the doctor with the environment of the service',
        ),
    ...pause_reasons.map((reason) => fault(`payments are not taken: ${reason}`, 'nothing is sold', page)),
    ...warnings.map((name) =>
      name === 'proxy'
        ? fault(
            'clients share the address of a proxy',
            'five refused payments of one lock out all',
            'set TRUST_PROXY (docs/operations.md, "In front of the service")',
          )
        : warning(`the service warns of ${name}`, 'it may soon stop taking payments', page),
    ),
  ];
}

async function openApi(baseUrl: string): Promise<Finding> {
  const document = (await getJson(`${baseUrl}/openapi.json`)) as { servers?: readonly { url?: string }[] } | undefined;
  const named = document?.servers?.[0]?.url?.replace(/\/$/, '');
  if (document === undefined)
    return fault('/openapi.json cannot be read', 'agents do not find the routes', 'look at the proxy');
  if (named !== undefined && named !== baseUrl)
    return fault(
      `/openapi.json names ${named}`,
      'buyers sign that URL',
      'set PUBLIC_BASE_URL to the address that callers use',
    );
  return ok('/openapi.json names the routes and this address');
}

/** A server of the Model Context Protocol answers a ping; one that does not is not there, or behind a proxy that hides it. */
async function mcp(baseUrl: string): Promise<Finding> {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await response?.body?.cancel();
  if (response !== undefined && response.status < 500 && response.status !== 404) return ok('/mcp answers');
  return warning(
    '/mcp does not answer',
    'agents that speak MCP do not reach the tools',
    'look at the proxy: it must pass POST /mcp',
  );
}

/** Asked once more where it fails: a connection may have gone stale. */
async function getJson(url: string): Promise<unknown> {
  for (const _try of [1, 2]) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return await response.json();
    } catch {
      continue;
    }
  }
  return undefined;
}

function certificate({ hostname, port }: URL, { clock }: DoctorContext): Promise<Finding> {
  return new Promise((resolve) => {
    const todo = 'renew it, or look at what renews it';
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in time')));
    socket.once('error', () =>
      resolve(fault(`${hostname} has no TLS`, 'callers do not reach the service', 'look at the proxy')),
    );
    socket.once('secureConnect', () => {
      const days = (Date.parse(socket.getPeerCertificate().valid_to) - clock.now()) / DAY_MS;
      const what = `the certificate of ${hostname} ends in ${Math.floor(days)} days`;
      const { authorized, authorizationError } = socket;
      socket.destroy();
      if (!authorized)
        return resolve(
          fault(
            `the certificate of ${hostname} is not trusted (${String(authorizationError)})`,
            'callers refuse it',
            todo,
          ),
        );
      if (days < FAULT_DAYS) return resolve(fault(what, 'callers will refuse it', todo));
      resolve(days < WARNED_DAYS ? warning(what, 'callers will refuse it', todo) : ok(what));
    });
  });
}
