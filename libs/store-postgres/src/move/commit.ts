import type { Client } from 'pg';

/**
 * Commits what a connection has written.
 * @param uncertain made when it is not known whether it was kept: the connection was lost, or no standby has confirmed it
 */
export async function commit(client: Client, uncertain: () => Error): Promise<void> {
  let isWarned = false;
  client.on('notice', ({ code }) => (isWarned ||= code === '01000'));
  try {
    await client.query('COMMIT');
  } catch (cause) {
    throw Object.assign(uncertain(), { cause });
  }
  if (isWarned) throw uncertain();
}
