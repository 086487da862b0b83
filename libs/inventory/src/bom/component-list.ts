/** What a document says of a component, but for where it was found. */
export interface BomComponent {
  readonly type: 'application' | 'container' | 'library' | 'operating-system' | 'platform';
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** A place that names a component. */
interface Occurrence {
  readonly location: string;
  readonly line?: number;
}

interface Listed {
  readonly component: BomComponent;
  readonly occurrences: Occurrence[];
  /** Nothing but development uses it. */
  isExcluded: boolean;
}

/** Components of a document, each once, in the order in which they came. */
export class ComponentList {
  private readonly listed = new Map<string, Listed>();

  /** @param isDevelopment the place needs it for development alone */
  add(component: BomComponent, occurrence: Occurrence, isDevelopment = false): void {
    const key = component.purl ?? JSON.stringify(component);
    const known = this.listed.get(key);
    if (known === undefined) {
      this.listed.set(key, { component, occurrences: [occurrence], isExcluded: isDevelopment });
    } else {
      known.occurrences.push(occurrence);
      known.isExcluded &&= isDevelopment;
    }
  }

  /** As a document holds them. */
  components(): readonly BomComponent[] {
    return [...this.listed.values()].map(({ component, occurrences, isExcluded }, at) => ({
      'bom-ref': component.purl ?? `component-${at + 1}`,
      ...component,
      ...(isExcluded && { scope: 'excluded' }),
      evidence: { occurrences },
    }));
  }
}
