/** The figures of the rules that an installation or a month sets. Amounts in shillings; null where there is no month. */
export type Rules = {
  readonly votesPerPhone: number | null
  /** Days of the month, as the settings have them: for the months to come, and shown where none runs. */
  readonly votingFrom: number | null
  readonly submissionsTo: number | null
  /** What phones without data dial. */
  readonly ussdCode: string | null
  readonly month: {
    readonly fee: number
    readonly isLaunchOffer: boolean
    readonly winners: number
    readonly prize: number
    /** The month's own moments (ISO 8601); submissions are taken before the second one. */
    readonly votingStartsAt: string
    readonly submissionsEndAt: string
  } | null
}
