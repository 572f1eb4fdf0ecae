import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { cn } from '#components/ui/cn.ts'
import { type TrackUploadState, trackUploads } from '#lib/client/tracks/track-uploads.ts'

const DASHBOARD = '/musician-dashboard'

export default function UploadPill() {
  const t = useTranslations('UploadPill')
  const pathname = usePathname()
  const state = useSyncExternalStore<TrackUploadState>(
    trackUploads.subscribe,
    () => trackUploads.state,
    () => trackUploads.state,
  )
  if (state.step === 'idle' || pathname.endsWith(DASHBOARD)) return null
  const { icon: Icon, look } = looks[state.step]
  const spins = state.step === 'sending' || state.step === 'finishing'
  return (
    <Link
      href={DASHBOARD}
      className={cn(
        'fixed inset-x-3 bottom-3 z-20 mx-auto flex min-h-13 max-w-md animate-rise items-center gap-3 rounded-full px-5 shadow-lift max-[15rem]:flex-wrap max-[15rem]:gap-y-0 max-[15rem]:rounded-3xl max-[15rem]:py-2',
        look,
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn('size-5 shrink-0 max-[15rem]:hidden', spins && 'animate-spin')}
      />
      <span className="min-w-0 flex-1 truncate font-semibold max-[15rem]:basis-full">
        {wordsOf(state, t)}
      </span>
      {state.step === 'sending' ? (
        <span className="figures shrink-0">{t('percent', { percent: Math.floor(state.share * 100) })}</span>
      ) : null}
      <span className="shrink-0 underline underline-offset-4">{t('show')}</span>
    </Link>
  )
}

const looks = {
  sending: { icon: LoaderCircle, look: 'bg-night text-on-night' },
  finishing: { icon: LoaderCircle, look: 'bg-night text-on-night' },
  done: { icon: CircleCheck, look: 'bg-leaf text-on-leaf' },
  failed: { icon: CircleAlert, look: 'bg-alarm-wash text-alarm' },
} as const

function wordsOf(
  state: Exclude<TrackUploadState, { step: 'idle' }>,
  t: ReturnType<typeof useTranslations<'UploadPill'>>,
): string {
  if (state.step === 'failed') return t('failed')
  if (state.step === 'done') return t('done', { title: state.track.title })
  const title = state.draft.title || state.draft.file.name
  return t(state.step === 'sending' && state.isWaiting ? 'waiting' : state.step, { title })
}
