/** Name of the level of events without a level. */
export const noLevel = 'none';
/** The kind of lines of logs. */
export const logKind = 'log';
