/** Characters after trimming. */
export const accountTextMax = { username: 60, first_name: 60, last_name: 120, location: 100 } as const

/** Characters; mailed to the owner of a deactivated account. */
export const DEACTIVATION_REASON_MAX = 500

export const REGISTRATIONS_SENT_MAX = 5

/** `unverified`: has not opened the first mail's link. `erased`: has no identity left. */
export const userStates = ['active', 'unverified', 'inactive', 'erased'] as const
export type UserState = (typeof userStates)[number]

/** A selection of the list of users: a state, or those with a proposal to revoke their identity. */
export const userSelections = [...userStates, 'revocation'] as const
export type UserSelection = (typeof userSelections)[number]
