/** Of a group, artifact or version; what would be longer stays as written. */
const LENGTH_MAX = 300;
/** References within one value. */
const REFERENCES_MAX = 8;
/** Properties that name properties that name properties. */
const DEPTH_MAX = 10;

/**
 * Properties of a POM with `${name}` in them replaced, each once, so that no chain of them takes more than one pass. One that names
 * itself, what is not there or too much keeps that reference as written.
 */
export class PomProperties {
  private readonly resolved = new Map<string, string>();

  constructor(private readonly written: ReadonlyMap<string, string>) {}

  /** The text with `${name}` replaced by what the properties hold; what they do not hold stays. */
  in(text: string): string {
    return this.replaceIn(text.trim(), 0);
  }

  private replaceIn(text: string, depth: number): string {
    if (!text.includes('${') || text.length > LENGTH_MAX) return text;
    let count = 0;
    const replaced = text.replace(/\$\{([^${}]{1,200})\}/g, (whole, name: string) =>
      ++count > REFERENCES_MAX ? whole : (this.valueOf(name, depth + 1) ?? whole),
    );
    return replaced.length > LENGTH_MAX ? text : replaced;
  }

  private valueOf(name: string, depth: number): string | undefined {
    const known = this.resolved.get(name) ?? this.written.get(name);
    if (known === undefined || this.resolved.has(name) || depth > DEPTH_MAX) return known;
    // Until it is known it stands for itself, which ends circles.
    this.resolved.set(name, `\${${name}}`);
    const value = this.replaceIn(known, depth);
    this.resolved.set(name, value);
    return value;
  }
}
