import type { MailLocale } from '#lib/contract/mail/locales.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { monthTitle } from '#messages/month-title.ts'
import { type Letter, toHtml, toText } from './layout.ts'
import type { Frame, Sentences } from './schema.ts'
import { sentences as inEnglish } from './sentences/en.ts'
import { frame as englishFrame } from './sentences/frame-en.ts'
import { frame as swahiliFrame } from './sentences/frame-sw.ts'
import { sentences as inSwahili } from './sentences/sw.ts'
import { type Line, type TemplateData, type TemplateName, templates } from './templates.ts'

type Catalogue = { frame: Frame; sentences: Record<TemplateName, Sentences> }

export const catalogues: Record<MailLocale, Catalogue> = {
  en: { frame: englishFrame, sentences: inEnglish },
  sw: { frame: swahiliFrame, sentences: inSwahili },
}

export type Rendered = { subject: string; html: string; text: string }

/**
 * @param publicUrl without a trailing slash
 * @param unsubscribePath path of a link that stops such mails; default: no link
 */
export function renderMail<T extends TemplateName>(
  name: T,
  data: TemplateData<T>,
  person: { firstName: string; locale: MailLocale },
  publicUrl: string,
  unsubscribePath?: string,
): Rendered {
  const { frame, sentences } = catalogues[person.locale]
  const { subject, heading, body, button, after = [] } = sentences[name]
  const { path, values = {}, quote = '', lines = [] } = templates[name].content(data)
  const said = { name: person.firstName, ...inLanguage(values, person.locale) }
  const say = (sentence: string) => fill(sentence, said)
  const letter: Letter = {
    locale: person.locale,
    subject: say(subject),
    heading: say(heading),
    body: body.map(say),
    quote: saidIn(quote, person.locale),
    lines: lines.map((line) => ({ label: labelOf(line, frame), text: saidIn(line.text, person.locale) })),
    button: { label: button, address: `${publicUrl}${path}` },
    after: after.map(say),
    addressHint: frame.addressHint,
    footer: fill(frame.footer, { address: new URL(publicUrl).host }),
    links:
      unsubscribePath === undefined
        ? []
        : [
            ...(person.firstName === ''
              ? []
              : [{ label: frame.choices, address: `${publicUrl}/notifications?tab=choices` }]),
            { label: frame.unsubscribe, address: `${publicUrl}${unsubscribePath}` },
          ],
  }
  return { subject: letter.subject, html: toHtml(letter), text: toText(letter) }
}

/** The subject with `…` for the values of a single mail; null for an unknown template. */
export function subjectOf(name: string, locale: MailLocale): string | null {
  const { sentences } = catalogues[locale]
  const known = Object.entries(sentences).find(([template]) => template === name)
  return known ? known[1].subject.replaceAll(/\{\w+\}/g, '…') : null
}

/** A notification in the bell, a push, or a line of a combined mail. */
export type Notice = { title: string; text: string; path: string }

/** @param person as `renderMail` */
export function renderNotice<T extends TemplateName>(
  name: T,
  data: TemplateData<T>,
  person: { firstName: string; locale: MailLocale },
): Notice {
  const { frame, sentences } = catalogues[person.locale]
  const { path, values = {}, quote = '', lines = [] } = templates[name].content(data)
  const said = { name: person.firstName, ...inLanguage(values, person.locale) }
  const say = (sentence: string) => fill(sentence, said)
  const { subject, body } = sentences[name]
  const facts = lines.map((line) => `${labelOf(line, frame)}: ${saidIn(line.text, person.locale)}`)
  return {
    title: say(subject),
    text: [say(body[0] ?? ''), quote && `“${saidIn(quote, person.locale)}”`, facts.join(' · ')]
      .filter(Boolean)
      .join(' '),
    path,
  }
}

/** Translates a stored sentence; other texts stay as they are. */
function saidIn(quote: string, locale: MailLocale): string {
  const said = storedSentence(quote)
  return typeof said === 'string' ? said : said.in(locale)
}

function labelOf(line: Line, { labels }: Frame): string {
  if ('title' in line) return line.title
  // Guards against inherited names such as `constructor`.
  const word = Object.hasOwn(labels, line.label) ? labels[line.label] : undefined
  return word ?? line.label
}

function inLanguage(values: Readonly<Record<string, string>>, locale: MailLocale): Record<string, string> {
  const { challenge } = values
  return challenge === undefined ? values : { ...values, challenge: monthTitle(challenge, locale) }
}

function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
