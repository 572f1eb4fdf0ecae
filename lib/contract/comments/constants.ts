import { codedSentence } from '#messages/server/catalogue.ts'

/** Characters after trimming. */
export const COMMENT_MAX = 500
export const REPORT_REASON_MAX = 300
export const REMOVAL_REASON_MAX = 500

export const COMMENT_BLANK_MESSAGE = codedSentence('comment_blank')
