import * as fc from 'fast-check';
import { cheapest, type CheapestOutcome } from './cheapest';
import type { CheapestRequest, Constraints, SearchScope } from './cheapest-request';
import { picoDollars } from './pico-dollars';
import { anyRequest } from './testing/any-request';
import { anyCatalogue, indexOf } from './testing/made-up-models';

const TODAY = '2026-11-20';
const RUNS = { numRuns: process.env['CAMPAIGN'] === 'full' ? 1_000 : 100 };

function costOf(outcome: CheapestOutcome): bigint | undefined {
  return outcome.kind === 'found' ? picoDollars(Number(outcome.results[0]!.cost_usd)) : undefined;
}

function withConstraints(request: CheapestRequest, constraints: Constraints & SearchScope): CheapestRequest {
  return { ...request, constraints: { ...request.constraints, ...constraints } };
}

function without(request: CheapestRequest, names: readonly string[]): CheapestRequest {
  const kept = Object.entries(request.constraints ?? {}).filter(([name]) => !names.includes(name));
  return { ...request, constraints: Object.fromEntries(kept) };
}

describe('the cheapest of any catalogue', () => {
  it.each(['max_input_price', 'max_output_price', 'max_cost_usd'] as const)(
    'is never dearer with a higher %s',
    (limit) => {
      const twoLimits = fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      );
      fc.assert(
        fc.property(anyCatalogue, anyRequest, twoLimits, (models, request, limits) => {
          const [low, high] = [Math.min(...limits), Math.max(...limits)];
          const index = indexOf(...models);
          const any: CheapestRequest = { ...request, prefer: 'any' };

          const [tight, loose] = [low, high].map((usd) =>
            costOf(cheapest(index, withConstraints(any, { [limit]: usd }), TODAY)),
          );

          if (tight !== undefined) expect(loose !== undefined && loose <= tight).toBe(true);
        }),
        RUNS,
      );
    },
  );

  it('respects the limits that were asked for', () => {
    fc.assert(
      fc.property(anyCatalogue, anyRequest, (models, request) => {
        const outcome = cheapest(indexOf(...models), request, TODAY);
        const { max_input_price: input = 1e9, max_output_price: output = 1e9 } = request.constraints ?? {};

        for (const { prices, cost_usd: cost } of outcome.kind === 'found' ? outcome.results : []) {
          expect(Number(prices.input)).toBeLessThanOrEqual(input);
          expect(Number(prices.output)).toBeLessThanOrEqual(output);
          expect(Number(cost)).toBeLessThanOrEqual(request.constraints?.max_cost_usd ?? 1e9);
        }
      }),
      RUNS,
    );
  });

  it("is the maker's own where makers are preferred and one of them fits, and the same models match", () => {
    fc.assert(
      fc.property(anyCatalogue, anyRequest, (models, request) => {
        const index = indexOf(...models);
        const preferred = cheapest(index, { ...request, prefer: 'first_party' }, TODAY);
        const asUsual = cheapest(index, { ...request, prefer: 'any' }, TODAY);
        const own = cheapest(index, { ...without(request, ['first_party']), prefer: 'any', limit: 25 }, TODAY);

        expect(preferred.kind === 'found' && preferred.matched).toEqual(asUsual.kind === 'found' && asUsual.matched);
        if (preferred.kind !== 'found' || own.kind !== 'found') return;
        const isOwn = preferred.results.map(({ first_party: first }) => first);
        expect(isOwn).toEqual([...isOwn].sort((a, b) => Number(b) - Number(a)));
        const offered = cheapest(index, withConstraints(request, { first_party: true }), TODAY);
        const wanted = request.constraints?.first_party;
        if (wanted !== false) expect(isOwn[0]).toBe(offered.kind === 'found');
        if (wanted !== false && offered.kind === 'found') expect(costOf(preferred)).toBe(costOf(offered));
      }),
      RUNS,
    );
  });

  it('where there is none, comes once what is named is dropped or set; what excludes everything is named', () => {
    fc.assert(
      fc.property(anyCatalogue, anyRequest, (models, request) => {
        const index = indexOf(...models);
        const outcome = cheapest(index, request, TODAY);
        if (outcome.kind !== 'no_match') return;
        const { reasons, closest } = outcome;
        const finds = (asked: CheapestRequest): boolean => cheapest(index, asked, TODAY).kind === 'found';

        for (const { drop } of closest) expect(finds(without(request, [drop]))).toBe(true);
        for (const name of reasons.widen) expect(finds(withConstraints(request, { [name]: true }))).toBe(true);
        if (reasons.together.length > 0) expect(finds(without(request, reasons.together))).toBe(true);
        for (const name of reasons.unmet) expect(reasons.together).toContain(name);
        const names = Object.keys(request.constraints ?? {});
        for (const name of reasons.together.length > 0 ? names : []) {
          const alone = without(
            request,
            names.filter((other) => other !== name && !SCOPE.includes(other)),
          );
          const { kind, excluded: left } = cheapest(index, alone, TODAY) as Extract<
            CheapestOutcome,
            { kind: 'no_match' }
          >;
          const excludesAll = kind === 'no_match' && left.constraints > 0 && !SCOPE.includes(name);
          if (excludesAll) expect(reasons.unmet).toContain(name);
        }
      }),
      RUNS,
    );
  });

  it('where the call is too large, is not found by any larger call either, and the limits say so', () => {
    fc.assert(
      fc.property(anyCatalogue, anyRequest, (models, request) => {
        const outcome = cheapest(indexOf(...models), request, TODAY);
        if (outcome.kind !== 'no_match' || outcome.reasons.unfit === null) return;
        const { needs, largest, models: count } = outcome.reasons.unfit;

        const { input = 0, output = 0, cache_read: read = 0, cache_write: write = 0, reasoning = 0 } = request.tokens;
        expect(needs.input).toBe(input + read + write);
        expect(needs.context).toBe(needs.input + (request.constraints?.kind === 'embedding' ? 0 : output + reasoning));
        expect(count).toBeLessThanOrEqual(outcome.excluded.does_not_fit);
        const known = models.flatMap(({ limits }) => limits.context ?? []);
        if (largest.context !== null) expect(Math.max(...known)).toBeGreaterThanOrEqual(largest.context);
      }),
      RUNS,
    );
  });
});

/** Members that choose what is searched; they keep nothing out by themselves. */
const SCOPE: readonly string[] = ['kind', 'batch', 'include_free', 'include_deprecated', 'include_unknown_limits'];
