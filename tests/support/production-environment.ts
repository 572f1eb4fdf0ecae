import { createHash } from 'node:crypto'
import { initiatorCertificate } from './initiator-certificate.ts'

/** Returns a secret like one from `openssl rand -hex 32`. */
export function secretFor(name: string): string {
  return createHash('sha256').update(`a test's ${name}`).digest('hex')
}

/** Settings with which production starts. Their addresses do not answer. */
export const productionEnvironment: Readonly<Record<string, string>> = {
  NGOMA_ENV: 'production',
  PUBLIC_URL: 'https://ngoma.test',
  AUTH_SECRET: secretFor('AUTH_SECRET'),
  KYC_KEY: secretFor('KYC_KEY'),
  BACKUP_KEY: secretFor('BACKUP_KEY'),
  METRICS_TOKEN: secretFor('METRICS_TOKEN'),
  DATABASE_URL: `postgresql://app:${secretFor('app').slice(0, 16)}@db.ngoma.test/ngoma`,
  BACKUP_DATABASE_URL: `postgresql://owner:${secretFor('owner').slice(0, 16)}@db.ngoma.test/ngoma`,
  REDIS_URL: `rediss://:${secretFor('redis').slice(0, 16)}@cache.ngoma.test`,
  S3_ENDPOINT: 'http://store.internal:8333',
  S3_PUBLIC_ENDPOINT: 'https://files.ngoma.test',
  S3_ACCESS_KEY_ID: 'AKNGOMATEST',
  S3_SECRET_ACCESS_KEY: secretFor('S3_SECRET_ACCESS_KEY').slice(0, 24),
  SMTP_URL: 'smtps://ngoma:correct-horse@mail.ngoma.test:465',
  MAIL_FROM: 'Ngoma <desk@ngoma.test>',
  MPESA_BASE_URL: 'https://api.safaricom.co.ke',
  MPESA_SIMULATOR: 'false',
  MPESA_CONSUMER_KEY: secretFor('MPESA_CONSUMER_KEY').slice(0, 32),
  MPESA_CONSUMER_SECRET: secretFor('MPESA_CONSUMER_SECRET').slice(0, 16),
  MPESA_SHORTCODE: '4123456',
  MPESA_PASSKEY: secretFor('MPESA_PASSKEY'),
  MPESA_CALLBACK_SECRET: secretFor('MPESA_CALLBACK_SECRET'),
  MPESA_CALLBACK_SOURCES: '196.201.214.200,196.201.213.0/24,2c0f:fe38::/32',
  MPESA_INITIATOR_NAME: 'ngoma-api',
  MPESA_INITIATOR_PASSWORD: 'Kilifi#7',
  MPESA_CERTIFICATE: initiatorCertificate,
}
