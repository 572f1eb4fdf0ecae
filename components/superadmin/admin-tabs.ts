/** The tabs of /superadmin in their order: in the address as `?tab=`, and the keys of their words in the catalogue's Admin.tabs. */
export const adminTabIds = [
  'overview',
  'wallets',
  'books',
  'payments',
  'money-out',
  'accounting',
  'users',
  'staff',
  'assignments',
  'audit',
  'months',
  'settings',
  'health',
  'backups',
] as const
export type AdminTabId = (typeof adminTabIds)[number]
