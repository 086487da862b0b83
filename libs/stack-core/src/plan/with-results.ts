import type { ImageResult, ItemResult, PackageResult, StackParts } from '../check/parts';
import type { Move } from './move';

/** The answers about a stack with moves applied; counts of its reports are those of before, and no reason goes by them. */
export function withResults(parts: StackParts, moves: readonly Move[]): StackParts {
  const { items, images, packages } = parts;
  return {
    ...parts,
    items: items && { ...items, results: replaced(items.results, ofKind<ItemResult>(moves, 'cycle')) },
    images: images && { ...images, results: replaced(images.results, ofKind<ImageResult>(moves, 'image')) },
    packages: packages && { ...packages, results: replaced(packages.results, ofKind<PackageResult>(moves, 'package')) },
  };
}

/** The kind of a move says what its answers are. */
function ofKind<Result>(moves: readonly Move[], kind: Move['kind']): readonly Result[] {
  return moves.flatMap((move) => (move.kind === kind ? (move.results() as readonly Result[]) : []));
}

function replaced<Result extends { readonly index: number }>(
  results: readonly Result[],
  others: readonly Result[],
): readonly Result[] {
  const moved = new Map(others.map((result) => [result.index, result]));
  return results.map((result) => moved.get(result.index) ?? result);
}
