import { ROUTES } from '@stackcheck/api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startSandboxService, type SandboxService } from '../service/sandbox-service';
import { tryAsStranger, type Finding } from './new-agent';

/** Families that have something to sell. */
const SOLD = new Set(
  ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false).map((route) => route.tags[0]),
);

describe('an agent that knows nothing but the address', () => {
  let service: SandboxService;
  let findings: readonly Finding[];
  const read: string[] = [];

  beforeAll(async () => {
    service = await startSandboxService();
    const signer = privateKeyToAccount(generatePrivateKey());
    findings = await tryAsStranger(service.url, signer, (input, init) => {
      read.push(String(input));
      return fetch(input, init);
    });
  });
  afterAll(() => service?.close());

  it('reads two documents', () => {
    expect(read).toEqual([`${service.url}/llms.txt`, `${service.url}/openapi.json`]);
  });

  it('finds, pays for and understands an answer of each family', () => {
    expect(new Set(findings.map(({ family }) => family))).toEqual(SOLD);
    for (const { answer } of findings) expect(answer).toHaveProperty('data');
  });

  it('pays the cheapest price of each family', () => {
    expect(findings.find(({ family }) => family === 'eol')).toMatchObject({
      operationId: 'service_eol_product',
      priceUsd: '0.001',
    });
  });
});
