import { createTransport } from 'nodemailer'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'

export type Mail = {
  /** Makes the Message-ID: a mail sent twice carries the same one, and most mailboxes then show it once. */
  id: string
  to: string
  subject: string
  html: string
  text: string
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
 * Hands a mail to the SMTP server of SMTP_URL.
 * @returns `refused` where the server says that there is no such address, or that it never takes mail for it
 * @throws Error where the server is away or asks to come again: trying later may help
 */
export async function deliverMail({ id, to, ...content }: Mail): Promise<'delivered' | 'refused'> {
  try {
    await transport.get().sendMail({
      ...content,
      from: env.MAIL_FROM,
      // As an object: a text would be read as a list of addresses.
      to: { name: '', address: to },
      messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
      // Holiday notes and other machines do not answer this.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return 'delivered'
  } catch (error) {
    if (isRefusedAddress(error)) return 'refused'
    throw error
  }
}

/** A 5xx to RCPT TO is about the person's address; every other failure is about us or the server. */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  return error.command === 'RCPT TO' && typeof error.responseCode === 'number' && error.responseCode >= 500
}

/** Says hello to the mail server. @throws Error where it does not answer, or does not let us in */
export async function checkMail(): Promise<void> {
  await transport.get().verify()
}
