import { html, type Html } from '@stackcheck/pictures/markup';
import type { JsonSchema } from '@stackcheck/queries/json-schema';
import type { ApiDescription } from './api-description';
import { withCode } from '../../layout/parts';
import { table } from '../../layout/table';

const DEPTH_MAX = 4;
const ROWS_MAX = 80;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** The members of a JSON Schema, those of objects and lists inside it by their path: `items[].product`. */
export function fieldsTable(caption: string, schema: JsonSchema, description: ApiDescription): Html {
  const fields = fieldsOf(schema, description, '', 0);
  if (fields.length === 0) return html``;
  return table(
    html`${caption}${fields.length > ROWS_MAX ? `; the first ${ROWS_MAX}, the rest is in the OpenAPI description` : ''}`,
    ['Member', 'Type', 'Meaning'],
    fields.slice(0, ROWS_MAX).map(
      ({ name, type, required, description: meaning }) =>
        html`<tr>
          <th scope="row"><code>${name}</code></th>
          <td class="word" data-label="Type">${type}${required ? '' : ', optional'}</td>
          ${meaning === '' ? html`<td class="none"></td>` : html`<td data-label="Meaning">${withCode(meaning)}</td>`}
        </tr> `,
    ),
  );
}

function fieldsOf(schema: JsonSchema, description: ApiDescription, prefix: string, depth: number): readonly Field[] {
  const {
    properties,
    items,
    required = [],
  } = description.resolve(schema) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly items?: JsonSchema;
    readonly required?: readonly string[];
  };
  if (depth > DEPTH_MAX) return [];
  if (items !== undefined) return fieldsOf(items, description, `${prefix}[]`, depth);
  return Object.entries(properties ?? {}).flatMap(([member, property]) => {
    const name = prefix === '' ? member : `${prefix}.${member}`;
    const resolved = description.resolve(property);
    const field = {
      name,
      type: typeOf(resolved, description),
      required: required.includes(member),
      description: meaningOf(property, resolved),
    };
    // The envelope of every paid answer is described once, in the description itself.
    const inside = member === 'meta' && depth === 0 ? [] : fieldsOf(resolved, description, name, depth + 1);
    return [field, ...inside];
  });
}

function meaningOf(property: JsonSchema, resolved: JsonSchema): string {
  const text =
    (property as { description?: unknown }).description ?? (resolved as { description?: unknown }).description;
  return typeof text === 'string' ? text : '';
}

function typeOf(schema: JsonSchema, description: ApiDescription): string {
  const {
    type,
    enum: values,
    items,
    format,
    anyOf,
    oneOf,
  } = schema as {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly items?: JsonSchema;
    readonly format?: string;
    readonly anyOf?: readonly JsonSchema[];
    readonly oneOf?: readonly JsonSchema[];
  };
  const several = anyOf ?? oneOf;
  if (several !== undefined)
    return [...new Set(several.map((each) => typeOf(description.resolve(each), description)))].join(' or ');
  if (values !== undefined && values.length <= 6) return values.map((value) => JSON.stringify(value)).join(', ');
  if (items !== undefined) return `array of ${typeOf(description.resolve(items), description)}`;
  const name = typeof type === 'string' ? type : (type?.join(' or ') ?? 'any');
  return format === undefined ? name : `${name} (${format})`;
}
