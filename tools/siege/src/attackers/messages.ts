/** What the attackers' process reports to its parent. */
export type FromAttackers =
  | { readonly kind: 'in-position' }
  | { readonly kind: 'over'; readonly got: Readonly<Record<string, number>> }
  | { readonly kind: 'fault'; readonly fault: string };

/** Its orders: whom to attack, and when to stop. */
export type ToAttackers =
  | { readonly kind: 'attack'; readonly name: string; readonly url: string; readonly secondsMax: number }
  | { readonly kind: 'stop' };
