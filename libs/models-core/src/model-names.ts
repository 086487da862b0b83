import type { Model, ModelProvider } from './model';
import { NameSuggestions } from './name-suggestions';
import { sortSteps } from './sort-steps';

const MODELS_PER_STEP = 16;

/** A name that the snapshot does not know, with close ones that it does. */
export interface UnknownName {
  readonly known: false;
  readonly suggestions: readonly string[];
}

/** What a name stands for. */
export type Resolved<T> = { readonly known: true; readonly value: T } | UnknownName;

type NameKind = 'providers' | 'families' | 'keys' | 'canonicals';

/**
 * Every name that may stand in a question, whatever its case. Maps only: names come from outside, and `__proto__` is just
 * one more that is unknown.
 */
export class ModelNames {
  private constructor(
    /** Provider id → itself; family → itself. */
    private readonly providers: ReadonlyMap<string, string>,
    private readonly families: ReadonlyMap<string, string>,
    /** `provider/id` → model. */
    private readonly keys: ReadonlyMap<string, Model>,
    /** Any name of a model → the canonical keys it stands for. */
    private readonly canonicals: ReadonlyMap<string, readonly string[]>,
    private readonly suggestions: Readonly<Record<NameKind, NameSuggestions>>,
  ) {}

  /**
   * Collects the names in steps.
   * @throws Error with `code` `duplicate` and the `place` of a model, e.g. `models[2]`, when two bear the same key
   */
  static *steps(models: readonly Model[], providers: readonly ModelProvider[]): Generator<void, ModelNames, void> {
    const families = new Map<string, string>();
    const keys = new Map<string, Model>();
    const ownKeys = new Set<string>();
    const canonicals = new Map<string, readonly string[]>();
    const ownCanonicals = new Set<string>();
    for (const model of models) {
      const { family, canonical } = model;
      if (family !== null) families.set(family.toLowerCase(), family);
      const key = keyOf(model);
      if (ownKeys.has(key)) {
        const message = `two models of the snapshot bear the same key "${key}"`;
        throw Object.assign(new Error(message), { code: 'duplicate', place: `models[${models.indexOf(model)}]` });
      }
      ownKeys.add(key);
      keys.set(key.toLowerCase(), model);
      ownCanonicals.add(canonical);
      const alone = [canonical];
      for (const name of namesOf(model)) {
        const known = canonicals.get(name);
        if (known === undefined) canonicals.set(name, alone);
        else if (!known.includes(canonical)) canonicals.set(name, [...known, canonical]);
      }
      if (ownKeys.size % MODELS_PER_STEP === 0) yield;
    }
    const ids = new Map(providers.map(({ id }) => [id.toLowerCase(), id]));
    return new ModelNames(ids, families, keys, canonicals, {
      providers: yield* suggestionsOf(ids.values()),
      families: yield* suggestionsOf(families.values()),
      keys: yield* suggestionsOf(ownKeys),
      canonicals: yield* suggestionsOf(ownCanonicals),
    });
  }

  /** A provider by its id. */
  provider(text: string): Resolved<string> {
    return this.resolve(this.providers, 'providers', text);
  }

  /** A family by its name. */
  family(text: string): Resolved<string> {
    return this.resolve(this.families, 'families', text);
  }

  /** One provider's model by `provider/id`. */
  model(text: string): Resolved<Model> {
    return this.resolve(this.keys, 'keys', text);
  }

  /** The models that a name stands for, as canonical keys: a provider's own name, or the canonical one with or without maker. */
  sameModel(text: string): Resolved<readonly string[]> {
    return this.resolve(this.canonicals, 'canonicals', text);
  }

  private resolve<T>(names: ReadonlyMap<string, T>, kind: NameKind, text: string): Resolved<T> {
    const value = names.get(text.trim().toLowerCase());
    return value === undefined
      ? { known: false, suggestions: this.suggestions[kind].like(text) }
      : { known: true, value };
  }
}

/** The key of a model, `provider/id`; the provider's id holds no slash, the model's may. */
export function keyOf({ provider, id }: Pick<Model, 'provider' | 'id'>): string {
  return `${provider}/${id}`;
}

function namesOf(model: Model): readonly string[] {
  const [id, canonical] = [model.id.toLowerCase(), model.canonical.toLowerCase()];
  const withoutMaker = canonical.slice(canonical.indexOf('/') + 1);
  const lastPart = id.slice(id.lastIndexOf('/') + 1);
  return [id, lastPart, `${model.provider.toLowerCase()}/${id}`, canonical, withoutMaker];
}

function* suggestionsOf(names: Iterable<string>): Generator<void, NameSuggestions, void> {
  return yield* NameSuggestions.steps(yield* sortSteps([...names], (a, b) => (a < b ? -1 : 1)));
}
