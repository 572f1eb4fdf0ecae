import { type MailLocale, mailLocales } from '#lib/contract/mail/locales.ts'
import { defaultMailLocale } from '#lib/domain/mail/schema.ts'
import { LOCALE_COOKIE } from '#messages/locales.ts'

const cookie = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([\\w-]+)`)

/** The language somebody wants: the one they picked on the site, else the one their browser prefers. */
export function requestLocale(request: Request): MailLocale {
  const picked = cookie.exec(request.headers.get('cookie') ?? '')?.[1]
  const wanted = [...(picked ? [picked] : []), ...preferred(request.headers.get('accept-language') ?? '')]
  const known = wanted.map((tag) => mailLocales.find((locale) => locale === tag.slice(0, 2).toLowerCase()))
  return known.find((locale) => locale !== undefined) ?? defaultMailLocale
}

/** The tags of an Accept-Language header, best first. */
function preferred(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
