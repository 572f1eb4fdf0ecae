// Apart from the schemas, so that a screen that needs these loads no validation library.

/** Characters that the fields of a registration take after trimming. */
export const accountTextMax = { username: 60, first_name: 60, last_name: 120, location: 100 } as const

/** Characters of what a person is mailed whose account is deactivated. */
export const DEACTIVATION_REASON_MAX = 500

/** Of how many registrations of a browser the ids are sent with a mailed link. */
export const REGISTRATIONS_SENT_MAX = 5

/** Each account is in one of them: `unverified` has not opened the link of its first mail, `erased` has no identity left. */
export const userStates = ['active', 'unverified', 'inactive', 'erased'] as const
export type UserState = (typeof userStates)[number]
