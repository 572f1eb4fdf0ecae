import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import type { StackConfig } from './config.ts'

/** Tells where everything is and who may log in. */
export function printAddresses(
  { settings, ports, given, dataDir }: StackConfig,
  tell: (line: string) => void,
): void {
  const addresses: [string, string | undefined][] = [
    ['Ngoma', settings.PUBLIC_URL],
    ['API reference', `${settings.PUBLIC_URL}/api/docs`],
    ['M-Pesa simulator', given.MPESA_BASE_URL === undefined ? settings.MPESA_BASE_URL : undefined],
    ['Mail', given.SMTP_URL === undefined ? `http://127.0.0.1:${ports.mailPage}` : undefined],
    ['Queues', `http://127.0.0.1:${ports.worker}/queues`],
    ['Object store', settings.S3_ENDPOINT],
    ['PostgreSQL', given.DATABASE_URL === undefined ? settings.DATABASE_URL : 'as configured'],
    ['Redis', given.REDIS_URL === undefined ? settings.REDIS_URL : 'as configured'],
    ['Logs and data', dataDir],
  ]
  tell('')
  for (const [name, address] of addresses) if (address !== undefined) tell(`  ${name.padEnd(17)} ${address}`)
  if (settings.NGOMA_ENV !== 'production') {
    tell('')
    for (const { role, email, password, note } of demoAccounts) {
      tell(`  ${role.padEnd(18)} ${email.padEnd(23)} ${password}  ${note}`)
    }
  }
  tell('\nNgoma is up. Ctrl-C ends it.')
}
