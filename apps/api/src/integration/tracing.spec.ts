import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';
import { MemoryLedger } from '@stackcheck/payment-x402/testing';
import request from 'supertest';
import { aroundWrites } from '../operations/around-writes';
import { tracingOfProcess } from '../operations/tracing/tracing';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const exporter = new InMemorySpanExporter();
let api: StarterApi;

beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  api = await startStarterApi();
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  await api.close();
  trace.disable();
  context.disable();
});

/** Names of the spans, each below its parent, in the order of their begin. */
function treeOf(spans: readonly ReadableSpan[], parent?: string): readonly string[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  return [...spans]
    .filter(({ parentSpanContext: up }) => (parent === undefined ? !up || !ids.has(up.spanId) : up?.spanId === parent))
    .sort((left, right) => left.startTime[0] - right.startTime[0] || left.startTime[1] - right.startTime[1])
    .flatMap((span) => [
      span.name.replace('stackcheck.', ''),
      ...treeOf(spans, span.spanContext().spanId).map((name) => `  ${name}`),
    ]);
}
const spanOf = (name: string): ReadableSpan =>
  exporter.getFinishedSpans().find((span) => span.name === `stackcheck.${name}`)!;

const TARGET = '/v1/eol/nodejs';
const buy = () => api.paid('service_eol_product', TARGET);

describe('a paid call, with an SDK that was loaded before', () => {
  it('is a span around those of its answer, verification, intent, settlement and record', async () => {
    await request(api.url).get(TARGET);
    await buy().expect(200);

    const spans = exporter.getFinishedSpans();
    const tree = treeOf(spans);
    expect([...tree].sort()).toEqual(
      ['offer', 'sale', '  answer', '  verify', '  intent', '  settle', '  settlement'].sort(),
    );
    expect(tree.filter((name) => /intent|settle/.test(name))).toEqual(['  intent', '  settle', '  settlement']);
    expect(spanOf('sale').attributes).toEqual({
      'stackcheck.route': 'service_eol_product',
      'stackcheck.outcome': 'answer',
      'stackcheck.replayed': false,
    });
    expect(spanOf('settle').attributes).toEqual({ 'stackcheck.facilitator': 'fake', 'stackcheck.outcome': 'settled' });
    expect(spanOf('intent').attributes).toEqual({ 'stackcheck.write': 'claim' });
    expect(spanOf('settlement').attributes).toEqual({ 'stackcheck.write': 'settled' });
  });

  it('says what became of it when nobody knows, and when the input is wrong', async () => {
    api.facilitator.settleScript.push('lost_before');
    await buy();
    expect(spanOf('sale').attributes).toMatchObject({
      'stackcheck.outcome': 'refused',
      'stackcheck.code': 'settlement_unknown',
    });
    expect(spanOf('settlement').attributes).toEqual({ 'stackcheck.write': 'unknown' });

    exporter.reset();
    await api.paid('service_eol_product', '/v1/eol/no-such-product');
    expect(spanOf('sale').attributes).toMatchObject({ 'stackcheck.code': 'unknown_id' });
    expect(spanOf('answer').status.code).toBe(SpanStatusCode.ERROR);
    expect(spanOf('answer').events).toEqual([]);
  });

  it('leaves nothing that pays or names the payer in a span', async () => {
    const header = api.payment('service_eol_product', TARGET);
    await request(api.url).get(TARGET).set('PAYMENT-SIGNATURE', header);

    const written = JSON.stringify(
      exporter.getFinishedSpans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );
    const { payload } = JSON.parse(Buffer.from(header, 'base64').toString()) as {
      payload: { signature: string; authorization: { from: string; nonce: string } };
    };
    expect(exporter.getFinishedSpans().length).toBeGreaterThan(4);
    for (const secret of [header, payload.signature, payload.authorization.from, payload.authorization.nonce])
      expect(written.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(written).not.toMatch(/0x[0-9a-f]{6}/i);
  });
});

describe('without an SDK', () => {
  it('nothing stands around the ledger, and no span is made', () => {
    trace.disable();
    const ledger = new MemoryLedger('boot') as unknown as Parameters<typeof aroundWrites>[0];

    const tracing = tracingOfProcess();

    expect(tracing).toBeUndefined();
    expect(aroundWrites(ledger, { metrics: undefined, tracing })).toBe(ledger);
  });
});
