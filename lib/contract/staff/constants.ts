// Apart from the schemas, so that a screen that needs these loads no validation library.

export const staffRoles = ['compliance_officer', 'super_admin'] as const
export type StaffRole = (typeof staffRoles)[number]
