import { setTimeout as sleep } from 'node:timers/promises';
import { copyForStandby, startPostgres, type PostgresServer } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import type { Scratch } from '../service/scratch';
import { stablePort } from './stable-port';
import { openWire, type Wire } from './wire';

const LOOK_MS = 50;
const FOLLOWS_WITHIN_MS = 60_000;

interface Member {
  readonly server: PostgresServer;
  readonly folder: string;
}

/** A primary and its standby, which follows it over a wire. */
export class PostgresPair {
  private constructor(
    private lead: Member,
    private follower: Member,
    private wire: Wire,
    private readonly scratch: Scratch,
  ) {}

  /** @param isSynchronous whether a commit is acknowledged only when the standby has it */
  static async start(isSynchronous: boolean, choice: Choice, scratch: Scratch): Promise<PostgresPair> {
    const settings = { synchronous_standby_names: isSynchronous ? '*' : '', wal_keep_size: '256MB' };
    const start = async (folder: string): Promise<Member> => {
      const server = await startPostgres(settings, { folder, port: await stablePort(choice) });
      scratch.keep({ close: () => server.stop() });
      return { server, folder };
    };
    const lead = await start(scratch.folder());
    const wire = scratch.keep(await openWire(portOf(lead.server)));
    const folder = scratch.folder();
    await copyForStandby(urlAt(wire.port), folder);
    const pair = new PostgresPair(lead, await start(folder), wire, scratch);
    await pair.untilFollowed();
    return pair;
  }

  /** Names both. */
  get url(): string {
    const hosts = [this.lead, this.follower].map(({ server }) => `127.0.0.1:${portOf(server)}`).sort();
    return `postgres://owner@${hosts.join(',')}/postgres`;
  }

  get primary(): PostgresServer {
    return this.lead.server;
  }

  /** From now on the standby hears nothing more of the primary. */
  holdBack(): void {
    this.wire.stall('back');
  }

  /** Kills the primary, and makes the standby the primary. */
  async failOver(): Promise<void> {
    await this.lead.server.kill();
    this.wire.part();
    [this.lead, this.follower] = [this.follower, this.lead];
    const [promoted] = await this.primary.run('SELECT pg_promote(true, 60) AS done');
    if (promoted?.['done'] !== true) throw new Error('the standby was not promoted');
  }

  /** Makes the one that was killed the standby. */
  async rebuild(): Promise<void> {
    await this.wire.close();
    this.wire = this.scratch.keep(await openWire(portOf(this.lead.server)));
    await copyForStandby(urlAt(this.wire.port), this.follower.folder);
    await this.follower.server.start();
    await this.untilFollowed();
  }

  private async untilFollowed(): Promise<void> {
    const giveUpAt = performance.now() + FOLLOWS_WITHIN_MS;
    while ((await this.primary.run("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).length === 0) {
      if (performance.now() > giveUpAt) throw new Error('the standby does not follow');
      await sleep(LOOK_MS);
    }
  }
}

const portOf = (server: PostgresServer): number => Number(new URL(server.url()).port);
const urlAt = (port: number): string => `postgres://owner@127.0.0.1:${port}/postgres`;
