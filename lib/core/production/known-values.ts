/** The key that every installation on one machine has. */
export const demoKey = 'ngoma-local-development-secret-not-for-production'

/** The secret part of the path that the simulator's handsets dial. */
export const demoUssdToken = 'local-development-token-not-for-production'

/** The memory that hashing a password takes, in KiB: with two passes the first choice of OWASP's Password Storage Cheat Sheet. */
export const OWASP_HASH_KIB = 19_456

/** The sender of an installation on one machine. No mail server sends for this domain. */
export const demoSender = 'Ngoma <no-reply@ngoma.example>'

/**
 * Secrets that stand in this repository (.env.example, docker-compose.yml, deploy/s3.json, deploy/kubernetes/demo,
 * simulator/settings.ts), or in what Safaricom, PostgreSQL and makers of object stores publish. Whoever wants in tries these first.
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
  // The passkey of the sandbox's shortcode, and passwords of its test initiator (docs/daraja.md).
  'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  'Safaricom999!*!',
  'Safaricom123!',
  'Safaricom123!!',
  'minioadmin',
  'postgres',
]

/** Shortcodes that take no money: the simulator's, and the one of the sandbox's prompts. */
export const playShortcodes: readonly string[] = ['600999', '174379']

/** Mail servers that show mails on a page instead of sending them: of `npm start`, and of docker-compose.yml. */
export const mailPages: readonly string[] = ['smtp://127.0.0.1:3005', 'smtp://mail:1025']

/** Whether a secret is one that everybody can read, or such a key with something before or after it. */
export function isPublished(secret: string): boolean {
  const text = secret.toLowerCase()
  return publishedSecrets.some((known) => text === known.toLowerCase()) || text.includes(demoKey)
}
