import { ServiceError } from '@stackcheck/contract';
import { isCalendarDate, yearsAfter, type CalendarDate } from '@stackcheck/contract/calendar-date';
import { quoted } from '@stackcheck/contract/wording';

/** How many years ahead of today a question may be about. */
export const AS_OF_YEARS_MAX = 10;

/** The input of a question that may be about a later day. */
export interface AsOfInput {
  /** `YYYY-MM-DD`; null is left out. */
  readonly as_of?: string | null | undefined;
}

/** What an answer says of its day: nothing where none was sent. */
export interface AsOfEcho {
  readonly as_of?: CalendarDate;
}

/** The day that an answer is of, with its echo. */
export interface AnswerDay {
  readonly day: CalendarDate;
  readonly echo: AsOfEcho;
}

/**
 * The day that a question is about: today where it names none.
 * @throws ServiceError `bad_request` naming the field
 */
export function answerDay({ as_of }: AsOfInput, { today }: { readonly today: CalendarDate }): AnswerDay {
  if (as_of === undefined || as_of === null) return { day: today, echo: {} };
  const day = requireDay(as_of, today, 'as_of');
  return { day, echo: { as_of: day } };
}

/**
 * A day that can be asked about: a day of the calendar, from today on and at most ten years ahead.
 * @param field what the message calls it
 * @throws ServiceError `bad_request`
 */
export function requireDay(text: string, today: CalendarDate, field: string): CalendarDate {
  const last = yearsAfter(today, AS_OF_YEARS_MAX);
  const isDay: boolean = isCalendarDate(text);
  if (isDay && text >= today && text <= last) return text;
  const why = isDay ? (text < today ? 'has passed' : 'is too far ahead') : 'is no such day';
  throw new ServiceError('bad_request', {
    message: `${field} must be a day from ${today} (today) to ${last}, written YYYY-MM-DD; ${quoted(text, 40)} ${why}`,
  });
}
