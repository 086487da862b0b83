import type { Plan, PlanStep } from '../plan/plan';
import { code } from './markdown-code';
import type { Section } from './markdown-lines';

/** So many steps of a plan stand in a summary. */
export const STEPS_SHOWN_MAX = 3;

/** The first steps of a plan as numbered lines of Markdown; nothing where there is nothing to move. */
export function planSection({ steps, further_steps }: Plan): readonly Section[] {
  const shown = steps.slice(0, STEPS_SHOWN_MAX);
  if (shown.length === 0) return [];
  const all = steps.length + further_steps;
  const title = all > shown.length ? `What to do first (${shown.length} of ${all} steps):` : 'What to do first:';
  return [{ title, lines: shown.map((step, at) => `${at + 1}. ${describeStep(step)}`) }];
}

function describeStep({ component, from, to, why }: PlanStep): string {
  return `${code(component, 60)} ${code(from, 40)} to ${code(to)}: ${code(why, 200)}`;
}
