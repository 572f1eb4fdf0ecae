import { createTransport } from 'nodemailer'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { FinalError } from './queue.ts'

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
 * @throws Error where the server does not answer, asks to try later, or takes no mail from us; FinalError where it refuses this mail
 *   for good
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
    throw withoutAnswer(error)
  }
}

/** The codes of an answer: its own, and the enhanced one (RFC 3463) where it has it. */
const CODES = /^([245]\d\d)[ -]?(?:([245]\.\d{1,3}\.\d{1,3})\b)?/

/** What a server refuses for good (5xx) at these it refuses each time; at the greeting or the login somebody may put it right. */
const ofTheMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/**
 * Makes an error with the codes alone of what the server answered: its words often quote the address, and errors are logged and
 * shown at the desk. Where nothing was answered, the error is about the connection and stays.
 */
function withoutAnswer(error: unknown): unknown {
  if (!(error instanceof Error && 'response' in error)) return error
  const { code, command, responseCode, response } = error as Error & Record<string, unknown>
  const [, answer, enhanced] = CODES.exec(String(response)) ?? []
  const said = [answer, enhanced].filter(Boolean).join(' ') || 'something that is no answer'
  const isFinal = answer?.startsWith('5') && ofTheMail.includes(String(command))
  return Object.assign(
    new (isFinal ? FinalError : Error)(`the mail server says ${said} to ${command ?? 'us'}`),
    {
      code,
      command,
      responseCode,
    },
  )
}

function oneClickHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * Says whether an error is about the person's address: an answer to RCPT TO with an enhanced code (RFC 3463) of addresses or
 * mailboxes, or with 550, 551 or 553 and no such code. Every other one is about us or the server, such as `554 5.7.1 Relay access
 * denied`: it would be said of every address, so the mail becomes a dead letter, which people can send again.
 */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'response' in error)) return false
  if (error.command !== 'RCPT TO' || typeof error.response !== 'string') return false
  const [, code = '', enhanced] = /^(5\d\d)[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(error.response) ?? []
  if (enhanced === undefined) return ['550', '551', '553'].includes(code)
  return /^5\.[12]\./.test(enhanced) && !ofTheSender.includes(enhanced)
}

/** Some servers refuse our own address no earlier than with the recipient. */
const ofTheSender = ['5.1.7', '5.1.8']

/** Connects to the mail server. @throws Error where it does not answer, or refuses the login */
export async function checkMail(): Promise<void> {
  await transport.get().verify()
}
