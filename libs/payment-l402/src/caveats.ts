/** What a token is good for. */
export interface TokenScope {
  readonly routeId: string;
  /** SHA-256 (hex) of method, route, path, query and body. */
  readonly requestHash: string;
  /** Unix seconds. */
  readonly validUntil: number;
}

/** What the caveats of a token say about a request, leaving the time to the caller. */
export type CaveatsOutcome =
  | {
      readonly ok: true;
      /** Unix seconds, as we wrote it. */
      readonly validUntil: number;
      /** Unix seconds that a holder added to pass on less; never later than ours. */
      readonly narrowedUntil: number | null;
    }
  | { readonly ok: false; readonly message: string };

/** Service name and tier, as aperture writes them. */
const SERVICES = 'stackcheck:0';

/** The conditions under which we sell; each has to be in every token. */
export function caveatsOf({ routeId, requestHash, validUntil }: TokenScope): readonly string[] {
  return [
    `services=${SERVICES}`,
    `stackcheck_route=${routeId}`,
    `stackcheck_request=${requestHash}`,
    'stackcheck_max_uses=1',
    `stackcheck_valid_until=${validUntil}`,
  ];
}

/**
 * Holds the caveats against a request. All of ours are mandatory; a repeated one may only narrow; unknown ones are skipped
 * (L402 macaroon document), but a caveat that is no `condition=value` at all is refused: its author meant something.
 */
export function checkCaveats(
  caveats: readonly string[],
  { routeId, requestHash }: Omit<TokenScope, 'validUntil'>,
): CaveatsOutcome {
  if (caveats.some((caveat) => caveat.indexOf('=') < 1)) return refused('A caveat is not of the form condition=value.');
  const values = (condition: string): readonly string[] =>
    caveats.filter((caveat) => caveat.startsWith(`${condition}=`)).map((caveat) => caveat.slice(condition.length + 1));
  const isAlways = (condition: string, value: string): boolean => {
    const given = values(condition);
    return given.length > 0 && given.every((one) => one === value);
  };

  // Each of these admits one value, so that nothing but its repetition is narrower and still allows the request.
  if (!isAlways('services', SERVICES)) return refused('The token is for another service.');
  if (!isAlways('stackcheck_route', routeId)) return refused('The token was sold for another route.');
  if (!isAlways('stackcheck_request', requestHash)) return refused('The token was sold for another request.');
  if (!isAlways('stackcheck_max_uses', '1')) return refused('The token does not allow this use.');
  return checkTimes(values('stackcheck_valid_until'));
}

function checkTimes(times: readonly string[]): CaveatsOutcome {
  if (times.length === 0 || !times.every((time) => /^\d{1,15}$/.test(time)))
    return refused('The token does not say until when it is valid.');
  const seconds = times.map(Number);
  if (seconds.some((time, at) => at > 0 && time > seconds[at - 1]!))
    return refused('A later caveat of the token widens an earlier one.');
  return { ok: true, validUntil: seconds[0]!, narrowedUntil: seconds.length > 1 ? seconds.at(-1)! : null };
}

function refused(message: string): CaveatsOutcome {
  return { ok: false, message };
}
