export type DemoRole = 'dancer' | 'copyright_owner' | 'compliance_officer' | 'super_admin'

export interface DemoAccount {
  role: DemoRole
  email: string
  password: string
  note: string
}

const password = 'Ngoma-demo-2026!'

/** Accounts for signing in, printed by `npm start`. Other accounts have no usable password. */
export const demoAccounts: DemoAccount[] = [
  {
    role: 'dancer',
    email: 'dancer@ngoma.example',
    password,
    note: 'subscribed this month, with three tracks and a video in the running',
  },
  {
    role: 'copyright_owner',
    email: 'musician@ngoma.example',
    password,
    note: 'three tracks, votes and royalties',
  },
  {
    role: 'compliance_officer',
    email: 'officer@ngoma.example',
    password,
    note: 'videos, tracks and identities that wait for a decision',
  },
  { role: 'super_admin', email: 'admin@ngoma.example', password, note: 'everything' },
  {
    role: 'super_admin',
    email: 'second@ngoma.example',
    password,
    note: 'confirms what the first super admin proposes',
  },
]
