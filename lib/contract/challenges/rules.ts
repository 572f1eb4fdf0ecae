/** The figures of the rules that an installation or a month sets. Amounts in shillings; null where there is no month. */
export type Rules = {
  readonly votesPerPhone: number | null
  readonly votingFrom: number | null
  readonly submissionsTo: number | null
  /** What phones without data dial. */
  readonly ussdCode: string | null
  readonly month: {
    readonly fee: number
    readonly isLaunchOffer: boolean
    readonly winners: number
    readonly prize: number
  } | null
}
