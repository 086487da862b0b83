import { arrayAt, entriesAt, isFields, valueAt } from '../syntax/values';

/** Most values of one text; a matrix has at most 256 jobs. */
const VALUES_MAX = 256;

/** `${{ matrix.node }}`, `${{ matrix['node-version'] }}`, `${{ env.NODE }}`. */
const EXPRESSION = /\$\{\{\s*(matrix|env|inputs)(?:\.([\w-]{1,100})|\['([\w-]{1,100})'\])\s*\}\}/;

/** What expressions of a job stand for, as far as its own file says: values of its matrix, of `env` and of defaults of inputs. */
export class WorkflowContext {
  private constructor(
    private readonly values: ReadonlyMap<string, readonly string[]>,
    private readonly outer?: WorkflowContext,
  ) {}

  /** Of a workflow: its environment and the defaults of its inputs. */
  static of(workflow: unknown): WorkflowContext {
    const triggers = valueAt(workflow, 'on');
    const inputs = [workflow, valueAt(triggers, 'workflow_call'), valueAt(triggers, 'workflow_dispatch')].flatMap(
      (one) =>
        entriesAt(one, 'inputs').map(
          ([name, input]) => [`inputs.${name}`, textsOf(valueAt(input, 'default'))] as const,
        ),
    );
    return new WorkflowContext(new Map(inputs)).with(workflow);
  }

  /** The same with the environment and the matrix of a job or step. */
  with(job: unknown): WorkflowContext {
    const env = entriesAt(job, 'env').map(([name, value]) => [`env.${name}`, textsOf(value)] as const);
    const matrix = valueAt(valueAt(job, 'strategy'), 'matrix');
    if (env.length === 0 && matrix === undefined) return this;
    const values = new Map(env);
    if (isFields(matrix)) {
      for (const [name, value] of Object.entries(matrix)) {
        if (name !== 'include' && name !== 'exclude') add(values, name, value);
      }
      for (const row of arrayAt(matrix, 'include')) {
        if (isFields(row)) for (const [name, value] of Object.entries(row)) add(values, name, value);
      }
    }
    return new WorkflowContext(values, this);
  }

  /** Every text that a text with expressions may be; itself where one of them stands for what the file does not say. */
  textsOf(text: string): readonly string[] {
    let open = [text];
    for (;;) {
      const next = open.flatMap((one) => this.firstPutIn(one)).slice(0, VALUES_MAX);
      if (next.every((one, index) => one === open[index]))
        return next.some((one) => one.includes('${{')) ? [text] : next;
      open = [...new Set(next)];
    }
  }

  private valuesOf(name: string): readonly string[] {
    return this.values.get(name) ?? this.outer?.valuesOf(name) ?? [];
  }

  private firstPutIn(text: string): readonly string[] {
    const match = EXPRESSION.exec(text);
    if (match === null) return [text];
    const [whole, context = '', member, quoted] = match;
    const values = this.valuesOf(`${context}.${member ?? quoted ?? ''}`);
    // Values that hold expressions themselves are left to the reader of the file.
    const known = values.filter((value) => !value.includes('${{') && value.length <= 500);
    if (known.length === 0 || known.length < values.length) return [text];
    return known.map((value) => `${text.slice(0, match.index)}${value}${text.slice(match.index + whole.length)}`);
  }
}

function add(values: Map<string, readonly string[]>, name: string, value: unknown): void {
  const key = `matrix.${name}`;
  values.set(key, [...(values.get(key) ?? []), ...textsOf(value)].slice(0, VALUES_MAX));
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).filter((item) => typeof item === 'string').slice(0, VALUES_MAX);
}
