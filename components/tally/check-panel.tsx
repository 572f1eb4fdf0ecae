import { Check, Download, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiAddress } from '#lib/client/http/api.ts'
import { canHash, downloadSize, type TallyVerdict } from '#lib/client/tally/tally-check.ts'
import type { TallySummary } from '#lib/contract/tally/calls.ts'
import type { TallyCheck } from './use-tally.ts'

type CheckPanelProps = { summary: TallySummary; check: TallyCheck; onCheck: () => void }

/** Downloads the tally and recounts it, only after a press. */
export function CheckPanel({ summary, check, onCheck }: CheckPanelProps) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  const fileSize = useFileSize()
  const able = useSyncExternalStore(neverChanges, canHash, () => true)
  const gifts = summary.head.position
  const busy = check.kind === 'checking'
  return (
    <section aria-labelledby="tally-check" className="rounded-3xl bg-sunken p-5 lg:p-8">
      <h2 id="tally-check" className="text-2xl lg:text-3xl">
        {t('checkTitle')}
      </h2>
      <p className="mt-1 text-soft">
        {t('checkDetail', {
          gifts,
          count: formats.count(gifts),
          size: fileSize(Math.max(1, Math.round(downloadSize(gifts) / 1024)) * 1024),
        })}
      </p>
      {busy ? <Progress checked={check.checked} all={check.all} /> : null}
      {check.kind === 'done' ? <Verdict verdict={check.verdict} /> : null}
      {check.kind === 'failed' ? <Finding tone="bad" title={t('failed')} /> : null}
      {able ? null : <Finding tone="bad" title={t('cannot')} />}
      <div className="mt-5 flex flex-wrap gap-3">
        {able ? (
          <Button tone="loud" size="large" onClick={onCheck} aria-busy={busy} disabled={busy}>
            <ShieldCheck aria-hidden="true" className="size-5" />
            <span>{busy ? t('checking') : check.kind === 'done' ? t('again') : t('check')}</span>
          </Button>
        ) : null}
        <a
          href={apiAddress('GET /challenges/{id}/tally.csv', { path: { id: summary.challenge.id } })}
          download
          className={buttonStyle({ size: 'large' })}
        >
          <Download aria-hidden="true" className="size-5" /> {t('download')}
        </a>
      </div>
    </section>
  )
}

const neverChanges = () => () => undefined

function Progress({ checked, all }: { checked: number; all: number }) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  return (
    <div className="mt-4">
      <progress
        aria-label={t('checking')}
        max={Math.max(1, all)}
        value={checked}
        className="block h-3 w-full overflow-hidden rounded-full accent-leaf"
      />
      <p className="figures mt-1 text-sm text-soft">
        {t('progress', { checked: formats.count(checked), all: formats.count(all) })}
      </p>
    </div>
  )
}

function Verdict({ verdict }: { verdict: TallyVerdict }) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  if (verdict.kind === 'broken')
    return (
      <Finding tone="bad" title={t('broken', { position: formats.count(verdict.position) })}>
        {t('brokenDetail')}
      </Finding>
    )
  if (verdict.kind === 'wrong_totals')
    return (
      <Finding tone="bad" title={t('wrongTotals')}>
        {t('wrongTotalsDetail')}
      </Finding>
    )
  const { gifts, votes } = verdict
  return (
    <Finding tone="good" title={t('right')}>
      {gifts === 0
        ? t('rightEmpty')
        : `${t('rightDetail', { gifts, count: formats.count(gifts), votes: formats.count(votes) })} ${t('remembered')}`}
    </Finding>
  )
}

type FindingProps = { tone: 'good' | 'bad'; title: string; children?: ReactNode }

function Finding({ tone, title, children }: FindingProps) {
  const Mark = tone === 'good' ? Check : TriangleAlert
  return (
    <div
      role={tone === 'good' ? 'status' : 'alert'}
      className={cn(
        'mt-4 flex gap-3 rounded-2xl px-4 py-3',
        tone === 'good' ? 'bg-leaf-wash' : 'bg-alarm-wash',
      )}
    >
      <Mark
        aria-hidden="true"
        className={cn('mt-0.5 size-6 shrink-0', tone === 'good' ? 'text-leaf' : 'text-alarm')}
      />
      <div className="min-w-0">
        <p className={cn('text-lg font-bold', tone === 'good' ? 'text-leaf' : 'text-alarm')}>{title}</p>
        {children ? <p className="mt-0.5">{children}</p> : null}
      </div>
    </div>
  )
}
