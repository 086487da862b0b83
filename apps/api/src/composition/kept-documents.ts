import type { Published, SnapshotView } from '../catalogue/define-route';

interface KeptOfDay {
  readonly day: string;
  readonly documents: Map<string, Published>;
}

/** Documents that are made from a snapshot when they are first asked for, and go with it. */
export class KeptDocuments {
  private readonly lasting = new WeakMap<object, Map<string, Published>>();
  private readonly daily = new WeakMap<object, KeptOfDay>();

  /** A document that depends on its snapshot alone. */
  once(view: SnapshotView<unknown>, name: string, make: () => Published): Published {
    const known = this.lasting.get(view);
    const documents = known ?? new Map<string, Published>();
    if (known === undefined) this.lasting.set(view, documents);
    return keptIn(documents, name, make);
  }

  /** A document that also depends on the UTC day; those of another day go when the first of this one is asked for. */
  onceADay(view: SnapshotView<unknown>, day: string, name: string, make: () => Published): Published {
    const known = this.daily.get(view);
    const kept = known?.day === day ? known : { day, documents: new Map<string, Published>() };
    if (kept !== known) this.daily.set(view, kept);
    return keptIn(kept.documents, name, make);
  }
}

function keptIn(documents: Map<string, Published>, name: string, make: () => Published): Published {
  const known = documents.get(name);
  if (known !== undefined) return known;
  const made = make();
  documents.set(name, made);
  return made;
}
