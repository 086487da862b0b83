import { flightBookContract } from '../testing/flight-book.contract';
import { Flights } from './flights';

flightBookContract('Flights of one process', () => {
  const flights = new Flights();
  return { books: (count) => Array.from({ length: count }, () => flights), settled: () => Promise.resolve() };
});
