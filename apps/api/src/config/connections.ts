/**
 * Connections in all, and of one client: a twentieth, more than the users of one network commonly have open at once, so that it
 * takes twenty networks to hold all of them.
 */
export const CONNECTIONS = { max: 10_000, perClientMax: 500 } as const;
