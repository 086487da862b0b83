import fc from 'fast-check';
import { caveatsOf, checkCaveats } from './caveats';

const SCOPE = { routeId: 'service_eol_product', requestHash: 'ab'.repeat(32), validUntil: 1_800_000_000 };
const OURS = caveatsOf(SCOPE);

describe('the caveats of a token', () => {
  it('allow the request that they name', () => {
    expect(checkCaveats(OURS, SCOPE)).toEqual({ ok: true, validUntil: SCOPE.validUntil, narrowedUntil: null });
  });

  it.each(OURS)('are all mandatory: %s', (missing) => {
    const rest = OURS.filter((caveat) => caveat !== missing);

    expect(checkCaveats(rest, SCOPE).ok).toBe(false);
  });

  it.each([
    ['services=other:0', 'The token is for another service.'],
    ['stackcheck_route=service_eol_snapshot', 'The token was sold for another route.'],
    [`stackcheck_request=${'cd'.repeat(32)}`, 'The token was sold for another request.'],
    ['stackcheck_max_uses=2', 'The token does not allow this use.'],
    ['nothing', 'A caveat is not of the form condition=value.'],
  ])('that refuse say why: %s', (caveat, message) => {
    expect(checkCaveats([...OURS, caveat], SCOPE)).toMatchObject({ ok: false, message });
  });

  it.each([
    ['another route', { routeId: 'service_eol_snapshot' }],
    ['another request', { requestHash: 'cd'.repeat(32) }],
  ])('do not allow %s', (_name, change) => {
    expect(checkCaveats(OURS, { ...SCOPE, ...change }).ok).toBe(false);
  });

  /** added caveat | whether the token still allows the request */
  it.each([
    ['stackcheck_valid_until=1799999999', true],
    ['stackcheck_valid_until=1800000000', true],
    ['stackcheck_valid_until=1800000001', false],
    ['stackcheck_valid_until=tomorrow', false],
    ['stackcheck_valid_until=', false],
    ['stackcheck_valid_until=-1', false],
    ['stackcheck_valid_until=1799999999x', false],
    ['stackcheck_valid_until=x1799999999', false],
    ['stackcheck_valid_until=0001799999999', true],
    ['stackcheck_valid_until=0000001799999999', false],
    ['stackcheck_max_uses=1', true],
    ['stackcheck_max_uses=2', false],
    ['stackcheck_max_uses=0', false],
    ['stackcheck_max_uses=01', false],
    ['services=stackcheck:0', true],
    ['services=stackcheck:1', false],
    ['services=stackcheck:0,other:0', false],
    ['services=', false],
    [`stackcheck_route=${SCOPE.routeId}`, true],
    ['stackcheck_route=service_eol_snapshot', false],
    [`stackcheck_request=${SCOPE.requestHash.toUpperCase()}`, false],
    ['somebody_elses=condition', true],
    ['stackcheck_route_like=x', true],
    ['x=', true],
    ['no condition', false],
    ['=x', false],
    ['', false],
  ])('with %j added allow it: %s', (added, isAllowed) => {
    expect(checkCaveats([...OURS, added], SCOPE).ok).toBe(isAllowed);
  });

  it('may only narrow the time, each step against the one before', () => {
    const times = fc.array(fc.integer({ min: 1_700_000_000, max: 1_800_000_100 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(times, (added) => {
        const all = [SCOPE.validUntil, ...added];
        const narrows = all.every((time, at) => at === 0 || time <= all[at - 1]!);

        const outcome = checkCaveats([...OURS, ...added.map((time) => `stackcheck_valid_until=${time}`)], SCOPE);

        expect(outcome.ok).toBe(narrows);
        if (outcome.ok) expect(outcome.narrowedUntil).toBe(Math.min(...added));
      }),
    );
  });
});
