import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Buyer, type Delivery } from './buyer';
import { corpus, printCounts } from './corpus';

const suite = corpus('json-test-suite');

suite.describe('JSONTestSuite as the body of a paid batch', () => {
  let buyer: Buyer;
  const deliveries = new Map<string, Delivery>();

  beforeAll(async () => {
    buyer = await Buyer.start();
    for (const folder of ['test_parsing', 'test_transform']) {
      for (const name of readdirSync(join(suite.path, folder)).sort()) {
        deliveries.set(`${folder}/${name}`, await post(readFileSync(join(suite.path, folder, name))));
      }
    }
    printCounts('JSONTestSuite', {
      files: deliveries.size,
      'refused with 400': statuses('').filter((status) => status === 400).length,
      'refused with 413': statuses('').filter((status) => status === 413).length,
      connections: buyer.connections,
    });
  }, 240_000);
  afterAll(() => buyer?.close());

  it('has all 318 and 22 files', () => {
    expect(statuses('test_parsing/')).toHaveLength(318);
    expect(statuses('test_transform/')).toHaveLength(22);
  });

  it.each(['y_', 'n_', 'i_'])('%s files are refused as bad input, since none is a batch', (kind) => {
    expect(statuses(`test_parsing/${kind}`)).not.toEqual([]);
    expect(new Set(statuses(`test_parsing/${kind}`).filter((status) => status !== 413))).toEqual(new Set([400]));
  });

  it('n_ files are refused as no JSON, y_ files never are', () => {
    const messages = (kind: string): string[] => matching(`test_parsing/${kind}`).map(([, one]) => messageOf(one));

    expect(messages('y_').filter((message) => /not valid UTF-8 JSON/.test(message))).toEqual([]);
    expect(messages('n_').filter((message) => !/not valid UTF-8 JSON|over 65536 bytes/.test(message))).toEqual([]);
  });

  it('every answer is as declared, and nothing is settled', () => {
    const of = (pick: (delivery: Delivery) => unknown): unknown[] =>
      [...deliveries].map(([name, one]) => [name, pick(one)]);

    expect(of(({ faults }) => faults)).toEqual([...deliveries.keys()].map((name) => [name, []]));
    expect(of(({ settlements }) => settlements)).toEqual([...deliveries.keys()].map((name) => [name, 0]));
  });

  it('the same connection then sells an answer', async () => {
    const { response, faults } = await post(Buffer.from('{"items":[{"product":"nodejs","version":"24"}]}'));

    expect([response.status, faults]).toEqual([200, []]);
  });

  function post(body: Uint8Array): Promise<Delivery> {
    return buyer.order({
      operationId: 'service_eol_check',
      target: '/v1/eol/check',
      body,
      headers: [['Content-Type', 'application/json']],
    });
  }

  function matching(prefix: string): [string, Delivery][] {
    return [...deliveries].filter(([name]) => name.startsWith(prefix));
  }

  function statuses(prefix: string): number[] {
    return matching(prefix).map(([, { response }]) => response.status);
  }
});

function messageOf({ response }: Delivery): string {
  return (JSON.parse(response.body.toString('utf8')) as { error: { message: string } }).error.message;
}
