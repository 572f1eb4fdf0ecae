// Apart from the schemas, so that a screen that needs these loads no validation library.

export const roleNames = ['dancer', 'copyright_owner', 'compliance_officer', 'super_admin'] as const
export type RoleName = (typeof roleNames)[number]

/** Rows of a page of every list where the call names no other number, and at most. */
export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100

/** Characters that fields of several calls take. */
export const SEARCH_MAX = 100
export const EMAIL_MAX = 254
/** A number as it is pasted may have marks that nobody sees. */
export const PHONE_MAX = 40
