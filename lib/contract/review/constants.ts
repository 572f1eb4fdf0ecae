/** Validity of a claim; the screen renews it while the dialog is open. */
export const CLAIM_SECONDS = 300

/** Time to undo a decision; the owner's mail follows afterwards. */
export const UNDO_SECONDS = 10

export const DECIDED_AT_ONCE_MAX = 50

export const REVIEW_REASON_MAX = 1_000
