import type { Flight } from './flight-book';
import type { FlightMessage, FlightReply } from './flight-messages';
import { Flights } from './flights';

/** One process at the desk. */
export interface FlightSeat {
  heard(message: FlightMessage): void;
  /** The process has ended: its flights are free. What it knew of late settlements stays. */
  leave(): void;
}

/**
 * Keeps the flights of all processes that share a ledger, in the one that started them. A ledger row tells nothing about whether
 * somebody works on it: only who lives can tell, and here the end of a process is seen at once.
 */
export class FlightDesk {
  private readonly flights = new Flights();

  /** How many payments are worked on, by whomever. */
  get count(): number {
    return this.flights.count;
  }

  /** @param answer sends to the process that takes this seat */
  seat(answer: (reply: FlightReply) => void): FlightSeat {
    const { flights } = this;
    const held = new Map<number, Flight>();
    let isTaken = true;
    return {
      heard(message) {
        if (!isTaken) return;
        switch (message.kind) {
          case 'begin': {
            const { number } = message;
            const outcome = flights.begin(message.name);
            if (outcome.kind !== 'begun') return answer({ ...outcome, number });
            held.set(number, outcome.flight);
            return answer({ kind: 'begun', number });
          }
          case 'release':
            held.get(message.number)?.release();
            held.delete(message.number);
            return;
          case 'keep_late':
            return flights.keepLate(message.paymentId, message.settlement);
          case 'drop_late':
            return flights.dropLate(message.paymentId);
          case 'late': {
            const settlement = flights.late(message.paymentId) ?? null;
            return answer({ kind: 'late', number: message.number, settlement });
          }
          case 'all_late':
            return answer({ kind: 'all_late', number: message.number, settlements: flights.allLate() });
        }
      },
      leave() {
        isTaken = false;
        for (const flight of held.values()) flight.release();
        held.clear();
      },
    };
  }
}
