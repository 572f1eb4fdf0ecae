// All `constants.ts` files are free of zod, because browsers load them.

export const roleNames = ['dancer', 'copyright_owner', 'compliance_officer', 'super_admin'] as const
export type RoleName = (typeof roleNames)[number]

/** Rows per page of every list: default and maximum. */
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100

/** Characters, for several calls. */
export const SEARCH_MAX = 100
export const EMAIL_MAX = 254
/** Pasted numbers can contain invisible characters. */
export const PHONE_MAX = 40
