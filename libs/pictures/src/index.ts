export { badgeEndpoint, badgeSvg, type Badge } from './badge/badge';
export { calendarText, calendarDayEvent, type CalendarDocument, type CalendarEvent } from './calendar/calendar';
export { atomFeed, type AtomFeed, type FeedEntry } from './feeds/atom';
export { jsonFeed, type JsonFeed } from './feeds/json-feed';
export { COLORS, colorVariables } from './colors/colors';
export { supportEvents, type SupportEvent } from './cycles/support-events';
export type { SupportCycle } from './cycles/support-cycle';
export { timelineSvg, type Timeline } from './timeline/timeline';
