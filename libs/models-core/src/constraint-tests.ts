import type { Constraints, ConstraintName } from './cheapest-request';
import type { DayOrMonth, Model } from './model';
import { modalityBits, UNKNOWN_LIMIT, type ModelIndex } from './model-index';
import type { Resolved } from './model-names';
import { picoPerTokenWithin } from './pico-dollars';
import { NO_ROW } from './rate-table';
import type { TokenSort } from './rates';

/** One constraint of a request: whether it holds for the model at a position, billed by a row of the rates. */
export interface ConstraintTest {
  readonly name: ConstraintName;
  holds(at: number, row: number): boolean;
}

/** A name in a question that the snapshot does not know. */
export interface UnknownNameFault {
  readonly kind: 'unknown_name';
  /** Where it stands, e.g. `constraints.providers[0]`. */
  readonly field: string;
  readonly value: string;
  readonly suggestions: readonly string[];
}

/** What the constraints of a question became. */
export type CompiledConstraints =
  { readonly kind: 'tests'; readonly tests: readonly ConstraintTest[] } | UnknownNameFault;

/** The first name in a question that the snapshot does not know; how anything else in it would be answered is not looked at. */
export function unknownName(index: ModelIndex, constraints: Constraints): UnknownNameFault | undefined {
  const compiled = compileConstraints(index, constraints, false);
  return compiled.kind === 'unknown_name' ? compiled : undefined;
}

/**
 * The constraints of a question as tests on positions, except `max_cost_usd`, which needs the bill. Names are looked up
 * here, once per question.
 * @param unknownLimitsPass whether a limit that is not known satisfies `min_context` and `min_output`
 */
export function compileConstraints(
  index: ModelIndex,
  constraints: Constraints,
  unknownLimitsPass: boolean,
): CompiledConstraints {
  const { names, models } = index;
  const tests: ConstraintTest[] = [];
  const faults: UnknownNameFault[] = [];

  const test = <T>(name: ConstraintName, value: T | undefined, holds: (value: T) => ConstraintTest['holds']): void => {
    if (value !== undefined) tests.push({ name, holds: holds(value) });
  };
  const ofModel =
    (holds: (model: Model) => boolean): ConstraintTest['holds'] =>
    (at) =>
      holds(models[at]!);
  const resolved = <T>(
    name: ConstraintName,
    texts: readonly string[] | undefined,
    find: (text: string) => Resolved<T>,
  ): readonly T[] | undefined =>
    texts?.flatMap((value, at) => {
      const found = find(value);
      if (found.known) return [found.value];
      faults.push({
        kind: 'unknown_name',
        field: `constraints.${name}[${at}]`,
        value,
        suggestions: found.suggestions,
      });
      return [];
    });

  test('min_context', constraints.min_context, (tokens) => atLeast(index.context, tokens, unknownLimitsPass));
  test('min_output', constraints.min_output, (tokens) => atLeast(index.output, tokens, unknownLimitsPass));
  test('input_modalities', constraints.input_modalities, (all) => holdsBits(index.modalitiesIn, modalityBits(all)));
  test('output_modalities', constraints.output_modalities, (all) => holdsBits(index.modalitiesOut, modalityBits(all)));
  test('tool_call', constraints.tool_call, (flag) => ofModel((model) => model.capabilities.toolCall === flag));
  test('structured_output', constraints.structured_output, (flag) =>
    ofModel((model) => model.capabilities.structuredOutput === flag),
  );
  test('reasoning', constraints.reasoning, (flag) => ofModel((model) => model.capabilities.reasoning === flag));
  test('open_weights', constraints.open_weights, (flag) => ofModel((model) => model.openWeights === flag));
  test('first_party', constraints.first_party, (flag) => ofModel((model) => model.firstParty === flag));

  const provider = (text: string): Resolved<string> => names.provider(text);
  test('providers', resolved('providers', constraints.providers, provider), (ids) => {
    const wanted = new Set(ids);
    return ofModel((model) => wanted.has(model.provider));
  });
  test('exclude_providers', resolved('exclude_providers', constraints.exclude_providers, provider), (ids) => {
    const unwanted = new Set(ids);
    return ofModel((model) => !unwanted.has(model.provider));
  });
  const sameModel = (text: string): Resolved<readonly string[]> => names.sameModel(text);
  test('models', resolved('models', constraints.models, sameModel), (keys) => {
    const wanted = new Set(keys.flat());
    return ofModel((model) => wanted.has(model.canonical));
  });
  const family = (text: string): Resolved<string> => names.family(text);
  test('families', resolved('families', constraints.families, family), (ids) => {
    const wanted = new Set(ids);
    return ofModel((model) => model.family !== null && wanted.has(model.family));
  });
  test('released_after', constraints.released_after, (day) => ofModel((model) => isLater(model.releaseDate, day)));
  test('knowledge_after', constraints.knowledge_after, (day) => ofModel((model) => isLater(model.knowledge, day)));
  test('max_input_price', constraints.max_input_price, (usd) => costsAtMost(index, 'input', usd));
  test('max_output_price', constraints.max_output_price, (usd) => costsAtMost(index, 'output', usd));

  return faults[0] ?? { kind: 'tests', tests };
}

/** Whether a date lies after another, both cut to what is known of them; an unknown date does not. */
export function isLater(date: DayOrMonth | null, than: DayOrMonth): boolean {
  if (date === null) return false;
  const known = Math.min(date.length, than.length);
  return date.slice(0, known) > than.slice(0, known);
}

function atLeast(limits: Float64Array, tokens: number, unknownPasses: boolean): ConstraintTest['holds'] {
  return (at) => (limits[at] === UNKNOWN_LIMIT ? unknownPasses : limits[at]! >= tokens);
}

/** What has no price is not kept out by one: that it has none is said elsewhere. */
function costsAtMost({ rates }: ModelIndex, sort: TokenSort, usdPerMillionTokens: number): ConstraintTest['holds'] {
  const most = picoPerTokenWithin(usdPerMillionTokens);
  return (_at, row) => row === NO_ROW || rates.price(row, sort) <= most;
}

function holdsBits(column: Uint8Array, bits: number): ConstraintTest['holds'] {
  return (at) => (column[at]! & bits) === bits;
}
