import { CLAIM_STATEMENTS, type ModelStatement } from './claim-statements';
import { FREE_STATEMENTS } from './free-statements';
import { LOOK_UP_STATEMENTS } from './look-up-statements';
import { ModelTables } from './model-tables';
import { MOVE_STATEMENTS } from './move-statements';
import { NODE_STATEMENTS } from './node-statements';

const WRITES: Readonly<Record<string, ModelStatement>> = {
  ...CLAIM_STATEMENTS,
  ...FREE_STATEMENTS,
  ...MOVE_STATEMENTS,
  ...NODE_STATEMENTS,
};
const LOOKS: Readonly<Record<string, ModelStatement>> = LOOK_UP_STATEMENTS;
/** Of what is in `NODE_STATEMENTS`. */
const LOOKS_OF_NODES: ReadonlySet<string> = new Set(['differing']);

/**
 * The ledger's database as a model: the statements that this library sends, each executed at one moment over rows in memory, with a log
 * of commits of which a failover may keep a part. What happens on the way to it and back is the caller's.
 */
export class ModelDatabase {
  readonly tables = new ModelTables();
  /** What undoes each commit. */
  private readonly commits: (readonly (() => void)[])[] = [];

  /** Whether a statement may change something. */
  static isWrite(name: string): boolean {
    return name in WRITES && !LOOKS_OF_NODES.has(name);
  }

  /**
   * Executes a statement, whole or not at all.
   * @throws ModelError as PostgreSQL answers it
   */
  execute(name: string, values: readonly unknown[]): readonly object[] {
    const statement = WRITES[name] ?? LOOKS[name];
    if (!statement) throw new RangeError(`the model does not know the statement ${name}`);
    try {
      const rows = statement(this.tables, values as never);
      const undo = this.tables.takeUndo();
      if (undo.length > 0) this.commits.push(undo);
      return rows;
    } catch (error) {
      undoAll(this.tables.takeUndo());
      throw error;
    }
  }

  /** How many statements changed something so far. */
  get position(): number {
    return this.commits.length;
  }

  /** Another server goes on that has so many commits and no later ones. */
  failOver(position: number): void {
    while (this.commits.length > position) undoAll(this.commits.pop()!);
    this.tables.takeUndo();
  }
}

function undoAll(undo: readonly (() => void)[]): void {
  for (let at = undo.length - 1; at >= 0; at--) undo[at]!();
}
