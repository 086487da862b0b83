import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validatePaymentRequiredDetailed } from '@agentcash/discovery';
import { ROUTES, exampleTarget } from '@stackcheck/api';
import { startSandboxService, type SandboxService } from '../service/sandbox-service';
import { Scratch } from '../service/scratch';
import { runPackage } from './run-program';

interface Warning {
  readonly code: string;
  readonly severity: 'error' | 'warn' | 'info';
  readonly message: string;
  readonly path?: string;
}

const scratch = new Scratch();
let service: SandboxService;
beforeAll(async () => {
  service = scratch.keep(await startSandboxService());
});
afterAll(() => scratch.clear());

const PAID = ROUTES.filter((route) => route.price !== 'free' && route.implemented !== false);

describe('the validator that x402 directories use', () => {
  it('finds every listed route, its price and its guidance, and nothing to find fault with', async () => {
    const { stdout } = await runPackage(['@agentcash', 'discovery', 'bin', 'discovery.js'], [service.url, '--json']);
    const found = JSON.parse(stdout) as {
      ok: boolean;
      resources: { method: string; path: string; authHint: string; priceHint?: string }[];
      warnings: Warning[];
      meta: { guidanceTokens?: number };
    };

    const paid = found.resources.filter(({ authHint }) => authHint === 'paid');
    expect(found.ok).toBe(true);
    expect(paid.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      ROUTES.filter((route) => route.price !== 'free')
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    expect(paid.filter(({ priceHint }) => priceHint === undefined)).toEqual([]);
    expect(found.meta.guidanceTokens).toBeGreaterThan(100);
    expect(found.warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
    // Pages, badges and feeds are routes, too; who reads for an agent begins at llms.txt, which names the paid ones.
    expect(
      found.warnings.filter(({ severity, code }) => severity === 'warn' && code !== 'L2_ROUTE_COUNT_HIGH'),
    ).toEqual([]);
  });

  it.each(PAID)('takes the offer of $method $path as it is', async (route) => {
    const response = await fetch(service.url + exampleTarget(route), { method: route.method });
    const offer: unknown = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString());

    const { valid, issues, normalized } = validatePaymentRequiredDetailed(offer);

    expect({ valid, issues }).toEqual({ valid: true, issues: [] });
    expect(normalized).toMatchObject({ version: 2, hasInputSchema: true, hasOutputSchema: true });
  });
});

describe('the linter of descriptions', () => {
  it('has nothing to say about the one that is served', async () => {
    const file = join(scratch.folder(), 'openapi.json');
    writeFileSync(file, await (await fetch(`${service.url}/openapi.json`)).text());

    // The rule that is left out asks for an address that is not this machine's.
    const { stdout, stderr, code } = await runPackage(
      ['@redocly', 'cli', 'bin', 'cli.js'],
      ['lint', file, '--format=json', '--skip-rule=no-server-example.com'],
      { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    );

    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });
});
