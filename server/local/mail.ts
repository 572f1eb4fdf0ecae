import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Part, startPart } from './part.ts'
import { answersHttp, waitUntilReady } from './wait-until.ts'

export interface MailOptions {
  /** `mail/` (or what it is named), `logs/` and `pids/` are kept below it. */
  dataDir: string
  smtpPort: number
  pagePort: number
  /** Names the part where there are several. */
  name?: string
}

/** Starts maildev: a mail server that delivers to a page instead of to people. */
export async function startMail(options: MailOptions): Promise<Part> {
  const { name = 'mail' } = options
  const main = fileURLToPath(import.meta.resolve('maildev'))
  const part = await startPart({
    name,
    command: process.execPath,
    args: [
      path.join(path.dirname(main), 'bin', 'maildev.js'),
      ...['--ip', '127.0.0.1', '--smtp', String(options.smtpPort)],
      ...['--web-ip', '127.0.0.1', '--web', String(options.pagePort)],
      ...['--mail-directory', path.join(options.dataDir, name), '--max-emails', '500'],
    ],
    dataDir: options.dataDir,
  })
  try {
    await waitUntilReady(part, () => answersHttp(`http://127.0.0.1:${options.pagePort}/api/healthz`))
  } catch (error) {
    part.kill()
    throw error
  }
  return part
}
