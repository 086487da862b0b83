export { badgeEndpoint, badgeSvg, type Badge } from './badge/badge';
export { calendarText, calendarDayEvent, type CalendarEvent } from './calendar/calendar';
export { columnsSvg, type Column, type Columns } from './columns/columns';
export { atomFeed, type FeedEntry } from './feeds/atom';
export { jsonFeed } from './feeds/json-feed';
export { supportEvents, type SupportEvent } from './cycles/support-events';
export type { SupportCycle } from './cycles/support-cycle';
export { timelineSvg } from './timeline/timeline';
