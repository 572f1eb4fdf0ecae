// The mail server of `npm start`, at SMTP_URL.
import { inject } from 'vitest'
import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { startMail } from '#server/local/engines.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { openProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

const received = z.object({
  id: z.string(),
  messageId: z.string().optional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  from: z.array(z.object({ address: z.string(), name: z.string() })),
  to: z.array(z.object({ address: z.string() })),
  headers: z.record(z.string(), z.unknown()),
})
export type ReceivedMail = z.infer<typeof received>

/** Opens the mail server. @returns a function that closes it: connections fail, as without a mail server */
export async function startMailbox(): Promise<() => Promise<void>> {
  serverPort ??= startServer()
  const port = await serverPort
  await fetch(`http://127.0.0.1:${env.MAIL_PAGE_PORT}/api/email/all`, { method: 'DELETE' })
  const proxy = await openProxy(`smtp://127.0.0.1:${port}`, undefined, Number(new URL(env.SMTP_URL).port))
  return () => proxy.goAway()
}

// The server needs two seconds of CPU to start, so test files of a process share it. Its proxy opens and
// closes for each file.
let serverPort: Promise<number> | undefined

async function startServer(): Promise<number> {
  const smtpPort = await findFreePort()
  // The guardian of the services ends the server even if this process is killed.
  const part = await startMail({
    dataDir: inject('services').dataDir,
    name: `mail-${env.MAIL_PAGE_PORT}`,
    smtpPort,
    pagePort: env.MAIL_PAGE_PORT,
  })
  process.once('exit', () => part.kill())
  return smtpPort
}

/** Returns mails to an address, oldest first. */
export async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const response = await fetch(`http://127.0.0.1:${env.MAIL_PAGE_PORT}/api/email`)
  const all = z.array(received).parse(await response.json())
  return all.filter(({ to }) => to.some((one) => one.address === address))
}

/** Returns a mail's headers as sent, by lower-case name. */
export async function rawHeaders({ id }: ReceivedMail): Promise<Map<string, string>> {
  const response = await fetch(`http://127.0.0.1:${env.MAIL_PAGE_PORT}/api/email/${id}/source`)
  const [head = ''] = (await response.text()).split(/\r?\n\r?\n/)
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
}

export function untilMailed(address: string, count = 1): Promise<ReceivedMail> {
  return until(`mail ${count} for ${address}`, async () => (await mailsTo(address))[count - 1])
}

export function linkIn(mail: ReceivedMail): URL {
  const found = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!found) throw new Error(`no link in: ${mail.text}`)
  return new URL(found)
}
