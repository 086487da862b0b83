/** A window may end at 2^256 - 1; for our purposes anything past this is for ever. */
export function safeSeconds(seconds: bigint): number {
  return Number(seconds > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : seconds);
}
