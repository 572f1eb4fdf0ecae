import { createTransport } from 'nodemailer'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'
import { FinalError } from './queue.ts'

export type Mail = {
  /** Becomes the Message-ID: most mailboxes show a duplicate mail once. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** Receives the mail program's POST for "unsubscribe" (RFC 8058). */
  oneClickUrl?: string | undefined
  attachments?: readonly { filename: string; contentType: string; content: Buffer | string }[]
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
 * @returns `refused` if the address does not exist or never takes mail
 * @throws FinalError if the server refuses this mail for good; Error for any other failure
 */
export async function deliverMail({
  id,
  to,
  oneClickUrl,
  attachments = [],
  ...content
}: Mail): Promise<'delivered' | 'refused'> {
  try {
    await transport.get().sendMail({
      ...content,
      attachments: [...attachments],
      from: env.MAIL_FROM,
      // An object, because a text would be parsed as a list of addresses.
      to: { name: '', address: to },
      messageId: `<${id}@${new URL(env.PUBLIC_URL).hostname}>`,
      // Keeps automatic mails from answering.
      headers: { 'Auto-Submitted': 'auto-generated', ...oneClickHeaders(oneClickUrl) },
    })
    return 'delivered'
  } catch (error) {
    if (isRefusedAddress(error)) return 'refused'
    throw withoutAnswer(error)
  }
}

const CODES = /^([245]\d\d)[ -]?(?:([245]\.\d{1,3}\.\d{1,3})\b)?/

/** Commands to which a 5xx is final; a 5xx to greeting or login can be repaired. */
const ofTheMail = ['MAIL FROM', 'RCPT TO', 'DATA']

/** Returns only the codes of the server's answer, whose words often quote the address. */
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
 * Whether an error is about the recipient: RCPT TO with an address or mailbox code (RFC 3463), or 550,
 * 551, 553. Others, such as `554 5.7.1 Relay access denied`, would hit every address, so their mails become
 * dead letters.
 */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'response' in error)) return false
  if (error.command !== 'RCPT TO' || typeof error.response !== 'string') return false
  const [, code = '', enhanced] = /^(5\d\d)[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(error.response) ?? []
  if (enhanced === undefined) return ['550', '551', '553'].includes(code)
  return /^5\.[12]\./.test(enhanced) && !ofTheSender.includes(enhanced)
}

/** Some servers refuse our sender only at RCPT TO. */
const ofTheSender = ['5.1.7', '5.1.8']

/** @throws Error if the mail server does not answer or refuses the login */
export async function checkMail(): Promise<void> {
  await transport.get().verify()
}
