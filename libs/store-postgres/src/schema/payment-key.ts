/**
 * What `payment_once` is of, as an expression: rows of a key are found by it alone.
 * @param names of network, asset, payer and nonce: columns, or parameters that are texts
 */
export function keyDigest(names: readonly [string, string, string, string]): string {
  return `short_digest(${names.join(` || ' ' || `)})`;
}

/** The same of the columns of a table, or of what stands for one. */
export function keyDigestOf(table: string): string {
  return keyDigest([`${table}.network`, `${table}.asset`, `${table}.payer`, `${table}.nonce`]);
}

/** The key that a statement takes as `$1` to `$4`. */
export const KEY_GIVEN = keyDigest(['$1::text', '$2::text', '$3::text', '$4::text']);
