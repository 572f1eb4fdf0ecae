/**
 * The browser files that reach a feature, for `npm run test:changed`. A feature is a folder of components, lib/domain, lib/client
 * or lib/contract. Other paths (lib/core, messages, app) reach `everywhere`.
 */
export const browserFilesOf: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts', 'second-factor', 'session', 'languages'],
  assignments: ['desk-lists', 'superadmin'],
  audit: ['superadmin'],
  backups: ['operations'],
  challenges: ['results', 'operations'],
  comments: ['comments', 'officer'],
  desk: ['desk-lists', 'desk-cases', 'desk-changes'],
  faq: ['languages'],
  fraud: ['officer'],
  gifts: ['gift', 'open-gift', 'thin-line', 'translated'],
  health: ['operations'],
  home: ['feed'],
  kyc: ['kyc', 'officer'],
  leaderboard: ['feed'],
  mpesa: ['outage'],
  notifications: ['notifications'],
  officer: ['officer'],
  overview: ['superadmin'],
  payments: ['gift', 'outage', 'superadmin'],
  payouts: ['wallet'],
  profiles: ['profile'],
  reconciliation: ['desk-changes', 'superadmin'],
  review: ['officer', 'desk-cases', 'desk-changes'],
  royalties: ['musician'],
  session: ['session', 'doors'],
  settings: ['two-people'],
  shell: ['languages', 'screens', 'offline'],
  staff: ['two-people', 'desk-ends'],
  subscriptions: ['dancer'],
  superadmin: ['superadmin', 'two-people', 'desk-lists'],
  tally: ['tally'],
  topups: ['wallet'],
  tracks: ['musician', 'officer'],
  transfers: ['superadmin', 'two-people'],
  ui: ['screens'],
  uploads: ['kyc', 'musician'],
  videos: ['feed', 'dancer', 'desk-ends'],
  wallets: ['wallet'],
}

/** What any change may break. */
const everywhere = ['screens']

const inFolder = /^(?:components|lib\/(?:domain|client|contract|web))\/([^/]+)\//
const ofBrowser = /^(?:app|components|lib|messages|server\/(?:web|realtime)|workers)\//

/**
 * @param changed paths from the project's root
 * @returns names of files under tests/e2e, in the order of the alphabet
 */
export function browserFilesFor(changed: readonly string[]): string[] {
  const files = changed.flatMap((path) => {
    const own = /^tests\/e2e\/(.+\.spec\.ts)$/.exec(path)?.[1]
    if (own) return [own]
    if (!ofBrowser.test(path) || /\.test\.tsx?$/.test(path)) return []
    const names = browserFilesOf[inFolder.exec(path)?.[1] ?? ''] ?? everywhere
    return names.map((name) => `${name}.spec.ts`)
  })
  return [...new Set(files)].sort()
}
