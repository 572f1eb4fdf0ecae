/** Figures on the rules page, money in shillings. `month` is null between months. */
export type Rules = {
  readonly votesPerPhone: number | null
  /** Days of the month by the settings, which apply to future months. */
  readonly votingFrom: number | null
  readonly submissionsTo: number | null
  /** For phones without data. */
  readonly ussdCode: string | null
  readonly month: {
    readonly fee: number
    readonly isLaunchOffer: boolean
    readonly winners: number
    readonly prize: number
    /** ISO 8601; a submission at `submissionsEndAt` is too late. */
    readonly votingStartsAt: string
    readonly submissionsEndAt: string
  } | null
}
