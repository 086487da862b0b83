/** Where a starter is retrieved from. */
export const EMBEDDED = 'embedded';

/**
 * An address as a manifest states it: without user, query and fragment, which may hold secrets of the operator's. Undefined
 * for what is no address.
 */
export function retrievedFrom(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, pathname } = new URL(address);
  return host === '' ? undefined : `${protocol}//${host}${pathname}`;
}
