/** Members of calls and filters that are numbers (EIP-1474). */
const NUMBERS: ReadonlySet<string> = new Set(['gas', 'gasPrice', 'value', 'nonce', 'fromBlock', 'toBlock']);

/** Words with an even number of digits, as bytes have, and a zero before the number: what Geth and its kin refuse, and other nodes take. */
export function paddedQuantities(method: string, parameters: readonly unknown[]): readonly string[] {
  // Bytes.
  if (method === 'eth_sendRawTransaction') return [];
  const numbers = parameters.flatMap((parameter) =>
    typeof parameter === 'object' && parameter !== null
      ? Object.entries(parameter).flatMap(([name, value]) => (NUMBERS.has(name) ? [value as unknown] : []))
      : [parameter],
  );
  // An address and a hash are longer than any number of these.
  return numbers.filter((word): word is string => typeof word === 'string' && /^0x0[0-9a-f]{1,20}$/i.test(word));
}
