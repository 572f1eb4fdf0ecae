/** Characters after trimming. */
export const accountTextMax = { username: 60, first_name: 60, last_name: 120, location: 100 } as const

/** Characters; mailed to the owner of a deactivated account. */
export const DEACTIVATION_REASON_MAX = 500

export const REGISTRATIONS_SENT_MAX = 5

/** `unverified`: has not opened the first mail's link. `erased`: has no identity left. */
export const userStates = ['active', 'unverified', 'inactive', 'erased'] as const
export type UserState = (typeof userStates)[number]

/** What the list of users is narrowed to: a state, or those whose identity somebody proposes to revoke. */
export const userFilters = [...userStates, 'revocation'] as const
export type UserFilter = (typeof userFilters)[number]
