/** The key of every local installation. */
export const demoKey = 'ngoma-local-development-secret-not-for-production'

export const demoUssdToken = 'local-development-token-not-for-production'

/** In KiB, with two passes: the first choice of OWASP's Password Storage Cheat Sheet. */
export const OWASP_HASH_KIB = 19_456

/** No mail server sends for this domain. */
export const demoSender = 'Ngoma <hello@ngoma.example>'

/**
 * Secrets in this repository (.env.example, docker-compose.yml, deploy/s3.json, deploy/kubernetes/demo,
 * simulator/settings.ts) or published by vendors: attackers try them first.
 */
export const publishedSecrets: readonly string[] = [
  demoKey,
  demoUssdToken,
  'demo-auth-secret-which-everybody-knows',
  'demo-backup-key-which-everybody-knows',
  'demo-callback-secret-everybody-knows',
  'demo-kyc-key-which-everybody-knows-too',
  'demo-metrics-token',
  'ngoma-demo-password',
  'S3RVER',
  'ngoma',
  'ngoma-demo-secret',
  'simulator-key',
  'simulator-secret',
  'simulator-passkey',
  'simulator-initiator',
  // From Safaricom's sandbox (docs/daraja.md).
  'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  'Safaricom999!*!',
  'Safaricom123!',
  'Safaricom123!!',
  'minioadmin',
  'postgres',
]

/** Shortcodes of the simulator and the sandbox, which take no money. */
export const playShortcodes: readonly string[] = ['600999', '174379']

/** Servers of `npm start` and docker-compose.yml that show mails on a page instead of sending them. */
export const mailPages: readonly string[] = ['smtp://127.0.0.1:3005', 'smtp://mail:1025']

export function isPublished(secret: string): boolean {
  const text = secret.toLowerCase()
  return publishedSecrets.some((known) => text === known.toLowerCase()) || text.includes(demoKey)
}
