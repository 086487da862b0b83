/** What the attackers' process tells the one that started it. */
export type FromAttackers =
  | { readonly kind: 'in-position' }
  | { readonly kind: 'over'; readonly got: Readonly<Record<string, number>> }
  | { readonly kind: 'fault'; readonly fault: string };

/** What it is told: whom to attack, and that it is enough. */
export type ToAttackers =
  | { readonly kind: 'attack'; readonly name: string; readonly url: string; readonly secondsMax: number }
  | { readonly kind: 'stop' };
