/** Where the demo looks for the service, of the environment that it runs in; without a slash at the end. */
export function baseUrlOf(environment: Readonly<Record<string, string | undefined>>): string {
  const { BASE_URL, PUBLIC_BASE_URL, PORT } = environment;
  const named = BASE_URL?.trim() || PUBLIC_BASE_URL?.trim();
  return (named || `http://127.0.0.1:${PORT?.trim() || '8402'}`).replace(/\/+$/, '');
}
