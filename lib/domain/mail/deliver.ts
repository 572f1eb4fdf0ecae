import type { MailLocale } from '#lib/contract/mail/locales.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { deliverMail } from '#lib/core/mail.ts'
import { prisma } from '#lib/core/prisma.ts'
import { noteSentMail } from './keep-sent.ts'
import { renderMail } from './render.ts'
import { toMailLocale } from './schema.ts'
import { type TemplateData, type TemplateName, templates } from './templates.ts'

/** Paths below PUBLIC_URL: of a page, and for the unsubscribe button of mail programs (RFC 8058). */
export type Unsubscribe = { readonly path: string; readonly oneClickPath: string }

export type Recipient = { id: string; email: string; firstName: string; locale: MailLocale }

export async function findRecipient(userId: string): Promise<Recipient | undefined> {
  const row = await prisma().user.findUnique({
    where: { id: userId, deletedAt: null },
    select: { id: true, email: true, firstName: true, locale: true },
  })
  return row ? { ...row, locale: toMailLocale(row.locale) } : undefined
}

/**
 * Renders a mail, sends it and records it. An address that the server refuses is logged and not retried.
 * @param unsubscribe for mails that the recipient can stop
 * @returns `refused` if the server refuses the address
 * @throws Error if the mail server does not answer
 */
export async function deliver<T extends TemplateName>(
  mailId: string,
  template: T,
  data: TemplateData<T>,
  to: Recipient,
  unsubscribe?: Unsubscribe,
): Promise<'delivered' | 'refused'> {
  const rendered = renderMail(template, data, to, env.PUBLIC_URL, unsubscribe?.path)
  const oneClickUrl = unsubscribe && `${env.PUBLIC_URL}${unsubscribe.oneClickPath}`
  const outcome = await deliverMail({ id: mailId, to: to.email, oneClickUrl, ...rendered })
  await noteSentMail({ id: mailId, userId: to.id, template, isRefused: outcome === 'refused' })
  if (outcome === 'refused') log.warn({ user_id: to.id, template }, 'the mail server refuses this address')
  return outcome
}

export async function deliverQueued(job: {
  mailId: string
  userId: string
  template: string
  data: Record<string, unknown>
}): Promise<void> {
  const to = await findRecipient(job.userId)
  if (!to) return
  if (!isTemplate(job.template)) throw new Error(`no such mail: ${job.template}`)
  await deliver(job.mailId, job.template, templates[job.template].schema.parse(job.data), to)
}

function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templates, name)
}
