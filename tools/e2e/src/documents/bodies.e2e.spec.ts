import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { signV2Payment } from '@stackcheck/demo';
import { startSandboxService, type SandboxService } from '../service/sandbox-service';
import { placeOf } from './code-blocks';
import { allCodeBlocks } from './pages';

const bodies = allCodeBlocks()
  .filter(({ language, words }) => language === 'json' && words.length === 2)
  .map((block) => [placeOf(block), block] as const);

describe('the bodies that pages show', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService();
  });
  afterAll(() => service.close());

  it.each(bodies)('%s gets an answer', async (_place, { words: [method, path], text }) => {
    const signer = privateKeyToAccount(generatePrivateKey());
    const payment = await signV2Payment(signer, service.url + path!, { method: method as 'POST' });

    const response = await fetch(service.url + path!, {
      method: method!,
      headers: { ...payment, 'Content-Type': 'application/json' },
      body: text,
    });

    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty('data');
  });
});
