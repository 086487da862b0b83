/** What a JSON value of the wire must look like, as far as it is read. Members that a shape does not name are let through. */
export type Shape =
  | { readonly kind: 'text'; readonly pattern?: RegExp }
  | { readonly kind: 'number'; readonly value?: number }
  | {
      readonly kind: 'object';
      readonly members: Readonly<Record<string, Shape>>;
      /** Members that may be absent or null. */
      readonly optional?: readonly string[];
    };

/** Where a value first departs from its shape, as the names that lead there; empty for the value itself. */
export interface ShapeFault {
  readonly path: readonly string[];
  readonly kind: 'missing' | 'type' | 'pattern' | 'value';
}

/** The first fault of a value, missing members of an object before what is in it; null where it has the shape. Never throws. */
export function shapeFault(shape: Shape, value: unknown): ShapeFault | null {
  if (shape.kind === 'text') {
    if (typeof value !== 'string') return { path: [], kind: 'type' };
    return shape.pattern && !shape.pattern.test(value) ? { path: [], kind: 'pattern' } : null;
  }
  if (shape.kind === 'number') {
    if (shape.value !== undefined) return value === shape.value ? null : { path: [], kind: 'value' };
    return typeof value === 'number' && Number.isFinite(value) ? null : { path: [], kind: 'type' };
  }
  return isRecord(value) ? memberFault(shape, value) : { path: [], kind: 'type' };
}

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberFault(
  { members, optional = [] }: Extract<Shape, { readonly kind: 'object' }>,
  value: Readonly<Record<string, unknown>>,
): ShapeFault | null {
  const names = Object.keys(members);
  const missing = names.find((name) => !Object.hasOwn(value, name) && !optional.includes(name));
  if (missing !== undefined) return { path: [missing], kind: 'missing' };
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if ((member === undefined || member === null) && optional.includes(name)) continue;
    const fault = shapeFault(members[name] as Shape, member);
    if (fault) return { ...fault, path: [name, ...fault.path] };
  }
  return null;
}

/** A value of a known shape, or one sentence for the caller about what is wrong. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** What a fault is called in a sentence that begins with what was read; nothing of the value, which may hold a signature. */
export function faultPredicate({ path, kind }: ShapeFault): string {
  const place = path.join('.');
  if (place === '') return 'does not hold a JSON object.';
  if (kind === 'missing') return `lacks ${place}.`;
  if (kind === 'value') return `has another ${place} than the protocol version of that header demands.`;
  return `is malformed at ${place}.`;
}
