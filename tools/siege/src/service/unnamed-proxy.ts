import { runApp } from '@stackcheck/e2e/service';
import { startBesieged } from './besieged-service';

/** What somebody configures who forgets that a proxy stands before the service. */
const FORGOTTEN = {
  PUBLIC_BASE_URL: 'https://stackcheck.example',
  PAYMENTS_MODE: 'facilitator',
  FACILITATOR_URL: 'https://facilitator.example',
  PAY_TO: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  NETWORK: 'eip155:84532',
  CONTACT: 'security@stackcheck.example',
};
const NAMES_VARIABLE = /TRUST_PROXY/;
const WITHIN_MS = 5_000;

/**
 * Whether the operator of a service behind a proxy that TRUST_PROXY does not name is informed: all its clients are one then, and the junk
 * of one makes all of them wait. @returns what is missing
 */
export async function unnamedProxyFault(stock: string): Promise<string | undefined> {
  const checked = await runApp('api', ['--check-config'], FORGOTTEN);
  if (!NAMES_VARIABLE.test(checked.output))
    return 'an https base URL over a loopback listener without TRUST_PROXY is not reported';
  const service = await startBesieged({ stock, env: { LOG_LEVEL: 'warn' }, proxied: true });
  try {
    const deadline = Date.now() + WITHIN_MS;
    for (;;) {
      const { warnings } = (await (await fetch(`${service.url}/health`)).json()) as { warnings: readonly string[] };
      if (warnings.includes('proxy') && NAMES_VARIABLE.test(service.log())) return undefined;
      if (Date.now() > deadline) return 'a proxy that TRUST_PROXY does not name is missing in log or /health';
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  } finally {
    await service.close();
  }
}
