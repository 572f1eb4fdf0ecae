import { type MailLocale, mailLocales } from '#lib/contract/mail/locales.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { LOCALE_COOKIE } from '#messages/locales.ts'

const cookie = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`)

/** The cookie's language, else the browser's. */
export function mailLocaleOf(request: Request): MailLocale {
  const picked = cookie.exec(request.headers.get('cookie') ?? '')?.[1]
  const wanted = [...(picked ? [picked] : []), ...preferred(request.headers.get('accept-language') ?? '')]
  const known = wanted.map((tag) => mailLocales.find((locale) => locale === tag.slice(0, 2).toLowerCase()))
  return known.find((locale) => locale !== undefined) ?? defaultMailLocale
}

/** Browsers send shorter headers. */
const READ_MAX = 256

/** Returns languages, best first. */
function preferred(header: string): string[] {
  return header
    .slice(0, READ_MAX)
    .split(',')
    .map((part) => {
      const [tag = '', parameter] = part.split(';').map((text) => text.trim())
      return { tag, weight: parameter === undefined ? 1 : Number(parameter.replace(/^q=/, '')) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
