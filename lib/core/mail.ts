import { createTransport } from 'nodemailer'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'

export type Mail = {
  /** The Message-ID is made of it: a mail that is sent twice has the same one, and most mailboxes then show it once. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** Where a mail program sends its POST when somebody presses its own "unsubscribe" (RFC 8058). */
  oneClickUrl?: string | undefined
}

const transport = processSingleton('mail', () =>
  createTransport({
    url: env.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }),
)

/**
 * Sends a mail through the SMTP server of SMTP_URL.
 * @returns `refused` where the server says that the address does not exist, or that it never takes mail for it
 * @throws Error where the server does not answer or asks to try later
 */
export async function deliverMail({
  id,
  to,
  oneClickUrl,
  ...content
}: Mail): Promise<'delivered' | 'refused'> {
  try {
    await transport.get().sendMail({
      ...content,
      from: env.MAIL_FROM,
      // This is an object, because a text would be read as a list of addresses.
      to: { name: '', address: to },
      messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
      // This keeps holiday notes and other automatic mails from answering.
      headers: { 'Auto-Submitted': 'auto-generated', ...oneClickHeaders(oneClickUrl) },
    })
    return 'delivered'
  } catch (error) {
    if (isRefusedAddress(error)) return 'refused'
    throw error
  }
}

function oneClickHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Says whether an error is about the person's address: a 5xx to RCPT TO. Every other one is about us or the server. */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  return error.command === 'RCPT TO' && typeof error.responseCode === 'number' && error.responseCode >= 500
}

/** Connects to the mail server. @throws Error where it does not answer, or refuses the login */
export async function checkMail(): Promise<void> {
  await transport.get().verify()
}
