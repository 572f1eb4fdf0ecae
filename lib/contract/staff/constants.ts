export const staffRoles = ['compliance_officer', 'super_admin'] as const
export type StaffRole = (typeof staffRoles)[number]
