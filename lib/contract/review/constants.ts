// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Seconds that a claim holds; the screen renews it while the dialog is open. */
export const CLAIM_SECONDS = 300

/** Seconds in which an officer may undo a decision; its mail leaves afterwards. */
export const UNDO_SECONDS = 10

/** How many things are decided by one call at most. */
export const DECIDED_AT_ONCE_MAX = 50

/** Characters of the reason of a rejection, of an identity check as of a track or a video. */
export const REVIEW_REASON_MAX = 1_000
