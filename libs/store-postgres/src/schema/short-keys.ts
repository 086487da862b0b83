/**
 * Payments and identifiers are unique by digests of 16 bytes: indexes over the texts themselves had five times the size, were met at a random place by
 * each claim and each settlement, and so made a ledger dearer the longer it was. Who finds two texts of one digest (2^64 tries) has a payment of his own refused.
 */
export const SHORT_KEYS = `
CREATE FUNCTION short_digest(value text) RETURNS bytea IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
  RETURN substr(sha256(decode(replace(value, '\\', '\\\\'), 'escape')), 1, 16);

ALTER TABLE payment DROP CONSTRAINT payment_once;
CREATE UNIQUE INDEX payment_once ON payment (short_digest(network || ' ' || asset || ' ' || payer || ' ' || nonce));
DROP INDEX payment_identifier;
CREATE UNIQUE INDEX payment_identifier ON payment (short_digest(identifier))
  WHERE identifier IS NOT NULL AND state IN ('settling', 'unknown', 'settled');`;
