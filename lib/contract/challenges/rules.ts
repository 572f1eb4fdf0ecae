/** Figures of the rules. Shillings; null between months. */
export type Rules = {
  readonly votesPerPhone: number | null
  /** Days of the month, from the settings for future months. */
  readonly votingFrom: number | null
  readonly submissionsTo: number | null
  /** For phones without data. */
  readonly ussdCode: string | null
  readonly month: {
    readonly fee: number
    readonly isLaunchOffer: boolean
    readonly winners: number
    readonly prize: number
    /** ISO 8601; submissions end before the second. */
    readonly votingStartsAt: string
    readonly submissionsEndAt: string
  } | null
}
