import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { CommentsSection } from '#components/comments/comments-section.tsx'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { Poster } from '#components/videos/player/poster.tsx'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { formatCount } from '#lib/client/formats/amounts.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import { toCardVideo } from '#lib/client/videos/to-card-video.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'
import { monthTitle } from '#messages/month-title.ts'
import { VideoScreen } from './video-screen.tsx'

type VideoPageProps = {
  locale: string
  video: Video
  next: { id: string; title: string; dancer: string } | null
  paybillNumber: string
  ussdCode: string | null
}

export async function VideoPage({ locale, video, next, paybillNumber, ussdCode }: VideoPageProps) {
  const t = await getTranslations('Video')
  const formatLocale = formatLocales[isLocale(locale) ? locale : defaultLocale]
  const day = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'long', timeZone: 'Africa/Nairobi' })
  const song = video.track.genre ? `${video.track.title} (${video.track.genre})` : video.track.title
  const isEntry = video.kind === 'entry'
  const facts: { name: string; value: string; path?: string | undefined }[] = [
    ...(isEntry
      ? [
          {
            name: t('dancer'),
            value:
              `${video.dancer.display_name} ${handleBeside(video.dancer.display_name, video.dancer.username)}`.trimEnd(),
            path: dancerPath(video.dancer.username),
          },
        ]
      : []),
    { name: t('track'), value: song, path: isEntry ? `/song/${video.track.id}` : undefined },
    { name: t('musician'), value: video.track.artist },
    { name: t('challenge'), value: monthTitle(video.challenge.title, locale) },
    { name: t('uploaded'), value: day.format(new Date(video.upload_date)) },
  ]
  return (
    <div className="mx-auto max-w-5xl px-3 pt-4 pb-16 sm:px-6 lg:pt-8">
      <VideoScreen video={toCardVideo(video)} />
      <div className="mt-10 grid grid-cols-1 gap-6 md:grid-cols-2">
        <section
          aria-labelledby="about-title"
          className="rounded-3xl border border-line bg-surface p-5 lg:p-7"
        >
          <h2 id="about-title" className="text-xl">
            {t('about')}
          </h2>
          {video.description ? <UserText className="mt-2">{video.description}</UserText> : null}
          <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {facts.map(({ name, value, path }) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="min-w-0 font-semibold wrap-anywhere">
                  {path ? (
                    <Link href={path} prefetch={false} className="underline underline-offset-4">
                      {value}
                    </Link>
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <p className="figures mt-4 border-t border-line pt-4 text-sm text-soft">
            {t('views', { count: video.view_count, shown: formatCount(video.view_count) })}
          </p>
        </section>
        {video.kind === 'entry' && video.challenge.phase === 'voting' ? (
          <PaybillCard
            videoId={video.id}
            businessNumber={paybillNumber}
            accountNumber={video.vote_code}
            ussdCode={ussdCode}
          />
        ) : null}
        {next ? <NextDance {...next} /> : null}
      </div>
      <section
        id="comments"
        aria-labelledby="comments-title"
        className="mt-6 scroll-mt-20 rounded-3xl border border-line bg-surface p-5 lg:p-7"
      >
        <h2 id="comments-title" className="text-xl">
          {t('comments')}
        </h2>
        <CommentsSection videoId={video.id} loadingWord={t('commentsLoading')} />
      </section>
    </div>
  )
}

async function NextDance({ id, title, dancer }: { id: string; title: string; dancer: string }) {
  const t = await getTranslations('Video')
  return (
    <Link
      prefetch={false}
      href={`/video/${id}`}
      className="group flex items-center gap-4 max-[15rem]:flex-wrap rounded-3xl border border-line bg-surface p-4 hover:bg-sunken md:col-span-2"
    >
      <span className="relative h-24 w-20 shrink-0 overflow-hidden rounded-xl">
        <Poster id={id} title="" thumbnail={null} />
      </span>
      <span className="min-w-0 flex-1 max-[15rem]:basis-full">
        <span className="block text-sm font-semibold text-soft">{t('next')}</span>
        <span className="block font-display text-xl font-bold wrap-anywhere">{title}</span>
        <span className="block text-soft">{t('byDancer', { dancer })}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-6 shrink-0 transition-transform group-hover:translate-x-1"
      />
    </Link>
  )
}

/** How to vote without mobile data, by M-PESA's menu. */
async function PaybillCard({
  videoId,
  businessNumber,
  accountNumber,
  ussdCode,
}: {
  videoId: string
  businessNumber: string
  accountNumber: string
  ussdCode: string | null
}) {
  const t = await getTranslations('Video')
  const words = { copy: t('copyWord'), copied: t('copied') }
  return (
    <section aria-labelledby="paybill-title" className="rounded-3xl border border-line bg-surface p-5 lg:p-7">
      <h2 id="paybill-title" className="text-xl">
        {t('paybillTitle')}
      </h2>
      <p className="mt-2 text-soft">{unbroken(t('paybillDetail'))}</p>
      <dl className="mt-4 grid gap-3">
        <CopyValue label={t('businessNumber')} value={businessNumber} words={words} />
        <CopyValue label={t('accountNumber')} value={accountNumber} words={words} />
      </dl>
      <p className="figures mt-4 font-semibold">{t('paybillAmountValue')}</p>
      {ussdCode ? <p className="mt-3">{t('ussd', { code: ussdCode, voteCode: accountNumber })}</p> : null}
      <Link
        href={`/video/${videoId}/poster`}
        prefetch={false}
        className="tap mt-3 inline-flex items-center underline underline-offset-4"
      >
        {t('poster')}
      </Link>
    </section>
  )
}
