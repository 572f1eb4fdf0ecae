import { expect } from '@playwright/test'
import { z } from 'zod'

const received = z.array(z.object({ to: z.array(z.object({ address: z.string() })), text: z.string() }))
const listed = z.object({
  messages: z.array(z.object({ ID: z.string(), To: z.array(z.object({ Address: z.string() })) })),
})
const opened = z.object({ Text: z.string() })

/** From Mailpit, or maildev in its place. */
async function textsTo(address: string): Promise<string[]> {
  const origin = process.env.NGOMA_E2E_MAIL_URL
  const mailpit = await fetch(`${origin}/api/v1/messages`)
  if (!mailpit.ok || !mailpit.headers.get('content-type')?.includes('json')) {
    const mails = received.parse(await (await fetch(`${origin}/api/email`)).json())
    return mails.filter(({ to }) => to.some((one) => one.address === address)).map(({ text }) => text)
  }
  const mails = listed.parse(await mailpit.json()).messages
  const theirs = mails.filter(({ To }) => To.some((one) => one.Address === address))
  return Promise.all(
    theirs.map(
      async ({ ID }) => opened.parse(await (await fetch(`${origin}/api/v1/message/${ID}`)).json()).Text,
    ),
  )
}

/** Waits for the mail whose link opens `path`. @returns that link */
export async function mailedLink(address: string, path: string): Promise<URL> {
  let link = ''
  await expect
    .poll(async () => {
      const links = (await textsTo(address)).flatMap((text) => text.match(/https?:\/\/\S+/g) ?? [])
      link = links.find((one) => new URL(one).pathname === path) ?? ''
      return link
    })
    .not.toBe('')
  return new URL(link)
}
