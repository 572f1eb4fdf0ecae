import { createHash } from 'node:crypto'
import { initiatorCertificate } from '#tests/support/initiator-certificate.ts'

/** Sample values of an operator: distinct, and in the form that production requires. */
export function ownValue(name: string): string {
  const random = createHash('sha256').update(name).digest('hex')
  const formed: Record<string, string> = {
    REDIS_URL: `redis://:${random}@valkey:6379`,
    SMTP_URL: `smtps://desk:${random}@mail.ngoma.example:465`,
    MPESA_CALLBACK_SOURCES: '196.201.214.0/24',
    MPESA_CERTIFICATE: initiatorCertificate,
    'ngoma-database uri': `postgresql://ngoma_process:${random}@ngoma-postgres-rw:5432/ngoma`,
    'ngoma-postgres-app uri': `postgresql://ngoma:${random}@ngoma-postgres-rw:5432/ngoma`,
  }
  return formed[name] ?? random
}
