import type { Model, ModelProvider } from './model';
import { NameSuggestions } from './name-suggestions';

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
  /** Provider id → itself; family → itself. */
  private readonly providers: ReadonlyMap<string, string>;
  private readonly families: ReadonlyMap<string, string>;
  /** `provider/id` → model. */
  private readonly keys: ReadonlyMap<string, Model>;
  /** Any name of a model → the canonical keys it stands for. */
  private readonly canonicals = new Map<string, readonly string[]>();
  /** Made when first asked for: most snapshots are asked for known names only. */
  private readonly suggestions = new Map<NameKind, NameSuggestions>();
  private readonly lists: Readonly<Record<NameKind, () => Iterable<string>>>;

  constructor(models: readonly Model[], providers: readonly ModelProvider[]) {
    this.providers = sameNames(providers.map(({ id }) => id));
    this.families = sameNames(models.flatMap(({ family }) => family ?? []));
    this.keys = new Map(models.map((model) => [keyOf(model).toLowerCase(), model]));
    for (const model of models) {
      const alone = [model.canonical];
      for (const name of namesOf(model)) {
        const known = this.canonicals.get(name);
        if (known === undefined) this.canonicals.set(name, alone);
        else if (!known.includes(model.canonical)) this.canonicals.set(name, [...known, model.canonical]);
      }
    }
    this.lists = {
      providers: () => this.providers.values(),
      families: () => this.families.values(),
      keys: () => models.map(keyOf),
      canonicals: () => new Set(models.map(({ canonical }) => canonical)),
    };
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
    return value === undefined ? { known: false, suggestions: this.like(kind, text) } : { known: true, value };
  }

  private like(kind: NameKind, text: string): readonly string[] {
    const known = this.suggestions.get(kind);
    const suggestions = known ?? new NameSuggestions([...this.lists[kind]()].sort());
    if (known === undefined) this.suggestions.set(kind, suggestions);
    return suggestions.like(text);
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

function sameNames(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}
