/** Pico-dollars in a dollar. */
const PICO_PER_USD = 12;
/** A dollar per million tokens is this power of ten of pico-dollars per token. */
const PICO_PER_TOKEN_AT_USD_PER_MTOK = 6;

/**
 * A non-negative number times a power of ten as a whole number, by way of its shortest decimal text and so without any
 * binary rounding of ours. What lies below the last whole place is rounded half up.
 * @throws RangeError for what is negative or not finite
 */
export function scaledDecimal(value: number, powerOfTen: number): bigint {
  const { numerator, denominator } = scaledFraction(value, powerOfTen);
  return (2n * numerator + denominator) / (2n * denominator);
}

/** A number times a power of ten as an exact fraction, by way of its shortest decimal text. */
function scaledFraction(value: number, powerOfTen: number): { numerator: bigint; denominator: bigint } {
  const parts = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (parts === null) throw new RangeError(`${value} is no amount`);
  const [, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + powerOfTen;
  if (shift >= 0) return { numerator: digits * 10n ** BigInt(shift), denominator: 1n };
  return { numerator: digits, denominator: 10n ** BigInt(-shift) };
}

/** Dollars as whole pico-dollars, half up. */
export function picoDollars(usd: number): bigint {
  return scaledDecimal(usd, PICO_PER_USD);
}

/**
 * A price in dollars per million tokens as whole pico-dollars per token, half up: upstream's 0.7999999999999999 is 0.8.
 * A price above zero never becomes zero, since zero means free.
 */
export function picoPerToken(usdPerMillionTokens: number): number {
  return positiveStaysPositive(usdPerMillionTokens, scaledDecimal(usdPerMillionTokens, PICO_PER_TOKEN_AT_USD_PER_MTOK));
}

/** The greatest price, in whole pico-dollars per token, that is not above a limit in dollars per million tokens. */
export function picoPerTokenWithin(usdPerMillionTokens: number): bigint {
  const { numerator, denominator } = scaledFraction(usdPerMillionTokens, PICO_PER_TOKEN_AT_USD_PER_MTOK);
  return numerator / denominator;
}

/** A price in dollars per token as whole pico-dollars, as `picoPerToken` does it. */
export function picoPerTokenOfUnit(usdPerToken: number): number {
  return positiveStaysPositive(usdPerToken, scaledDecimal(usdPerToken, PICO_PER_USD));
}

/** Pico-dollars as an exact decimal text of dollars without trailing zeros: `0.00016`, `12`, `0`. */
export function usdText(pico: bigint): string {
  return decimalText(pico, PICO_PER_USD);
}

/** A price per token as an exact decimal text of dollars per million tokens. */
export function usdPerMtokText(picoPerTokenPrice: number): string {
  return decimalText(BigInt(picoPerTokenPrice), PICO_PER_TOKEN_AT_USD_PER_MTOK);
}

function decimalText(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function positiveStaysPositive(price: number, scaled: bigint): number {
  return price > 0 && scaled === 0n ? 1 : Number(scaled);
}
