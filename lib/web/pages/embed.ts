import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env.ts'
import { defaultLocale, formatLocales, isLocale, LOCALE_PARAMETER } from '#messages/locales.ts'
import { embedPage, embedPolicy, goneEmbed } from './embed-page.ts'
import { findVideoContent } from './page-content.ts'

/**
 * Answers an embed. Its language is in the address, because an embed has no cookies.
 * @param colours background of a video without a picture
 */
export async function answerEmbed(
  request: Request,
  videoId: string,
  colours: readonly [string, string, string],
): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get(LOCALE_PARAMETER) ?? ''
  const locale = isLocale(asked) ? asked : defaultLocale
  const content = await findVideoContent(videoId)
  const t = await getTranslations({ locale, namespace: 'Embed' })
  if (!content) {
    const page = new URL('/', env.PUBLIC_URL).href
    return respond(goneEmbed({ locale, page, words: { gone: t('gone'), watch: t('watchOthers') } }), 404)
  }
  const { video } = content
  const count = video.vote_count
  const shown = new Intl.NumberFormat(formatLocales[locale]).format(count)
  const language = locale === defaultLocale ? '' : `&${LOCALE_PARAMETER}=${locale}`
  const document = embedPage({
    video,
    locale,
    isPlaying: searchParams.has('play'),
    page: new URL(`/video/${video.id}`, env.PUBLIC_URL).href,
    playing: `/embed/${video.id}?play=1${language}`,
    colours,
    words: {
      play: t('play'),
      song: t('song', { title: video.title, track: video.track.title }),
      count: video.rank
        ? t('countAndRank', { count, shown, rank: video.rank })
        : t('count', { count, shown }),
      vote: video.kind === 'entry' && video.challenge.phase === 'voting' ? t('vote') : t('watch'),
    },
  })
  return respond(document)
}

function respond(document: string, status = 200): Response {
  return new Response(document, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': embedPolicy,
      'cache-control': 'public, max-age=30, stale-while-revalidate=300',
    },
  })
}
