/** The only network the demo pays on: a test network, where a payment is worth nothing. */
export const TEST_NETWORK = 'eip155:84532';

/** Whether the service may be paid by the demo, or why not, in words for a person. */
export type SandboxCheck = { readonly ok: true } | { readonly ok: false; readonly why: string };

/**
 * Asks /health whether the service at `baseUrl` is a sandbox. The demo signs with a key made for one run and thrown away, so
 * anything but a sandbox would only see a payment that cannot be made; saying so beforehand is kinder.
 */
export async function checkSandbox(baseUrl: string): Promise<SandboxCheck> {
  let health: { readonly payments?: { readonly mode?: string; readonly network?: string } };
  try {
    const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(5000) });
    health = (await response.json()) as typeof health;
  } catch {
    return { ok: false, why: `Nothing answers at ${baseUrl}. Start the service first: npm start` };
  }
  const { mode, network } = health.payments ?? {};
  if (mode === 'sandbox' && network === TEST_NETWORK) return { ok: true };
  if (mode === 'off') return { ok: false, why: `The service at ${baseUrl} takes no payments (PAYMENTS_MODE is off).` };
  if (mode === undefined) return { ok: false, why: `What answers at ${baseUrl} is not stackcheck.` };
  return {
    ok: false,
    why:
      `The service at ${baseUrl} is not a sandbox (payments: ${mode} on ${network ?? 'no network'}). ` +
      'The demo never pays real money; run it against npm start with its defaults.',
  };
}
