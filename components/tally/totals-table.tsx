import { Check, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { TallyVerdict } from '#lib/client/tally/tally-check.ts'
import type { TallySummary } from '#lib/contract/tally/calls.ts'
import { TALLY_TOTALS } from '#lib/contract/tally/constants.ts'

type TotalsTableProps = {
  summary: TallySummary
  verdict: TallyVerdict | null
  /** Loads all totals. @throws ApiError */
  onAll: () => Promise<void>
}

/**
 * Totals of the tally beside those of Ngoma, marked after a check. Shows the first ones, because a month may
 * have thousands; all on request or if a total is wrong.
 */
export function TotalsTable({ summary, verdict, onAll }: TotalsTableProps) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  const [wanted, setWanted] = useState<'first' | 'reading' | 'all' | 'failed'>('first')
  const { head, videos, counted } = summary
  const waiting = counted - head.votes
  const isWhole = wanted === 'all' || verdict?.kind === 'wrong_totals'
  const totals = isWhole ? summary.totals : summary.totals.slice(0, TALLY_TOTALS)
  const showAll = async () => {
    setWanted('reading')
    // A check has loaded all totals.
    if (summary.totals.length >= videos) return setWanted('all')
    await onAll().then(
      () => setWanted('all'),
      () => setWanted('failed'),
    )
  }
  return (
    <section aria-labelledby="tally-totals">
      <h2 id="tally-totals" className="text-2xl">
        {t('totalsTitle')}
      </h2>
      {waiting > 0 ? (
        <p className="mt-1 text-soft">{t('waiting', { votes: waiting, count: formats.count(waiting) })}</p>
      ) : null}
      {totals.length === 0 ? (
        <p className="mt-3 rounded-3xl border border-line bg-surface px-6 py-10 text-center text-soft">
          {t('noVotes')}
        </p>
      ) : (
        <table className="mt-2 w-full table-fixed border-collapse">
          <caption className="sr-only">{t('totalsCaption')}</caption>
          <thead>
            <tr className="text-sm text-soft">
              <th scope="col" className="py-2 text-start font-semibold">
                {t('dance')}
              </th>
              <th
                scope="col"
                className="w-24 max-[15rem]:w-auto max-[15rem]:text-xs py-2 ps-2 text-end font-semibold"
              >
                {t('listed')}
              </th>
              <th
                scope="col"
                className="w-20 max-[15rem]:w-auto max-[15rem]:text-xs py-2 ps-2 text-end font-semibold sm:w-24"
              >
                {t('shown')}
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map((total) => (
              <TotalRow key={total.video_id} total={total} mark={markOf(total.video_id, verdict)} />
            ))}
          </tbody>
        </table>
      )}
      {totals.length < videos ? (
        <div className="mt-4 grid justify-items-start gap-2">
          {wanted === 'failed' ? (
            <p role="alert" className="text-alarm">
              {t('failed')}
            </p>
          ) : null}
          <Button onClick={showAll} aria-busy={wanted === 'reading'} disabled={wanted === 'reading'}>
            {t('allVideos', { count: formats.count(videos) })}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type Mark = 'right' | 'wrong' | null

function markOf(videoId: string, verdict: TallyVerdict | null): Mark {
  if (verdict?.kind === 'right') return 'right'
  return verdict?.kind === 'wrong_totals' && verdict.videoIds.includes(videoId) ? 'wrong' : null
}

const dance = 'flex min-h-11 flex-col justify-center leading-tight'

function TotalRow({ total, mark }: { total: TallySummary['totals'][number]; mark: Mark }) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  const words = (
    <>
      <span className="font-semibold">{total.title}</span>
      <span className="text-sm text-soft">{t('by', { dancer: total.dancer })}</span>
    </>
  )
  return (
    <tr className="border-t border-line">
      <td className="py-1.5">
        {total.is_shown ? (
          <Link href={`/video/${total.video_id}`} prefetch={false} className={cn(dance, 'hover:underline')}>
            {words}
          </Link>
        ) : (
          <div className={dance}>{words}</div>
        )}
      </td>
      <td className="figures ps-2 text-end text-lg font-bold">
        <span className="inline-flex items-center gap-1.5">
          {mark === 'right' ? (
            <Check role="img" aria-label={t('agrees')} className="size-4 text-leaf" />
          ) : null}
          {mark === 'wrong' ? (
            <TriangleAlert role="img" aria-label={t('wrongTotals')} className="size-4 text-alarm" />
          ) : null}
          <span>{formats.count(total.listed)}</span>
        </span>
      </td>
      <td className="figures ps-2 text-end text-lg text-soft">{formats.count(total.counted)}</td>
    </tr>
  )
}
