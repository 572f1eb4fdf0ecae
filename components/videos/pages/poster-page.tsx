import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { BrandMark } from '#components/shell/brand-mark.tsx'
import { QrCode } from '#components/ui/qr-code.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { monthTitle } from '#messages/month-title.ts'
import { PrintButton } from './print-button.tsx'

type PosterPageProps = { video: Video; address: string; paybillNumber: string; ussdCode: string | null }

/** A printable A5 poster with all ways to vote, black on white. */
export async function PosterPage({ video, address, paybillNumber, ussdCode }: PosterPageProps) {
  const [t, site] = await Promise.all([getTranslations('Poster'), getTranslations('Site')])
  return (
    <div className="mx-auto max-w-xl px-4 pt-6 pb-16 print:max-w-none print:p-0">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link href={`/video/${video.id}`} prefetch={false} className="tap inline-flex items-center underline">
          {t('back')}
        </Link>
        <PrintButton word={t('print')} />
      </div>
      <article className="poster grid grid-cols-1 gap-5 rounded-3xl border border-line bg-white px-6 py-8 text-center text-black print:rounded-none print:border-0 print:p-0">
        <p className="flex items-center justify-center gap-2 font-display text-2xl font-extrabold">
          <BrandMark className="size-8" /> {site('wordmark')}
        </p>
        <div>
          <p className="text-lg">{t('vote')}</p>
          <h1 className="font-display text-5xl leading-tight font-extrabold wrap-anywhere">
            {video.dancer.display_name}
          </h1>
          <p className="mt-1 text-lg wrap-anywhere">
            {t('song', { title: video.track.title, artist: video.track.artist })}
          </p>
        </div>
        <div className="poster-code mx-auto w-56 max-w-full [&_svg]:border-0">
          <QrCode text={address} label={t('qr')} />
        </div>
        <div className="grid gap-3 rounded-2xl border-2 border-black px-4 py-4">
          <p>{unbroken(t('paybill'))}</p>
          <dl className="figures grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1">
            <div>
              <dt className="text-sm">{t('number')}</dt>
              <dd className="text-2xl font-extrabold">{paybillNumber}</dd>
            </div>
            <div>
              <dt className="text-sm">{t('account')}</dt>
              <dd className="text-2xl font-extrabold">{video.vote_code}</dd>
            </div>
          </dl>
          <p className="text-sm">{t('price')}</p>
        </div>
        {ussdCode ? (
          <p className="figures text-xl font-bold">
            {t('ussd', { code: ussdCode, voteCode: video.vote_code })}
          </p>
        ) : null}
        <p className="text-sm wrap-anywhere">{monthTitle(video.challenge.title, await getLocale())}</p>
      </article>
    </div>
  )
}
