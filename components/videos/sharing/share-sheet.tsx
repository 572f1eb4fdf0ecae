import { Copy, EllipsisVertical, ImageDown, LoaderCircle, MessageCircle, Send } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { CopyValue } from '#components/ui/copy-value.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { useHeldPlayback } from '#components/videos/player/use-held-playback.ts'
import { copyText, shareLink, sharePicture } from '#lib/client/browser/share.ts'
import { type ShareRequest, shareRequests } from '#lib/client/browser/share-requests.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { useBusy } from '#lib/client/http/use-busy.ts'
import { defaultLocale, LOCALE_PARAMETER } from '#messages/locales.ts'

export default function ShareSheet() {
  const [request, setRequest] = useState<ShareRequest | null>(null)
  useEffect(() => shareRequests.listen(setRequest), [])
  useHeldPlayback(request !== null)
  return request ? (
    <WithAllMessages>
      <Sheet {...request} onClose={() => setRequest(null)} />
    </WithAllMessages>
  ) : null
}

function Sheet({ title, videoId, onClose }: ShareRequest & { onClose: () => void }) {
  const t = useTranslations('Share')
  const locale = useLocale()
  const link = useShareLink()
  const url = new URL(`/video/${videoId}`, window.location.origin).href
  const text = t('text', { title })
  return (
    <Dialog open onClose={onClose} title={t('title')} description={title}>
      <div className="mt-5 grid grid-cols-2 gap-2 max-[15rem]:grid-cols-1">
        <Way href={`https://wa.me/?${new URLSearchParams({ text: `${text}: ${url}` })}`} word={t('whatsapp')}>
          <MessageCircle aria-hidden="true" />
        </Way>
        <Way href={`https://x.com/intent/post?${new URLSearchParams({ text, url })}`} word={t('x')}>
          <Send aria-hidden="true" />
        </Way>
        <Way onPress={() => link.copy(url)} word={t('copy')}>
          <Copy aria-hidden="true" />
        </Way>
        <Way onPress={() => link.share({ title, url })} word={t('more')}>
          <EllipsisVertical aria-hidden="true" />
        </Way>
      </div>
      <StoryPicture title={title} videoId={videoId} />
      <details className="mt-4 border-t border-line pt-2">
        <summary className="tap flex items-center font-semibold">{t('embed')}</summary>
        <p className="pb-2 text-soft">{t('embedDetail')}</p>
        <dl>
          <CopyValue
            label={t('embedCode')}
            value={embedCode(videoId, title, locale)}
            words={{ copy: t('copyWord'), copied: t('copied') }}
          />
        </dl>
      </details>
    </Dialog>
  )
}

const wayStyle =
  'flex min-h-13 items-center gap-3 rounded-2xl border border-edge px-4 text-start font-semibold hover:bg-sunken [&_svg]:size-5 [&_svg]:shrink-0'

type WayProps = { word: string; children: ReactNode } & ({ href: string } | { onPress: () => void })

function Way({ word, children, ...way }: WayProps) {
  if ('href' in way)
    return (
      <a href={way.href} target="_blank" rel="noopener" className={wayStyle}>
        {children}
        <span>{word}</span>
      </a>
    )
  return (
    <button type="button" onClick={way.onPress} className={wayStyle}>
      {children}
      <span>{word}</span>
    </button>
  )
}

/** Shares a picture for stories by the device's share sheet; without one, saves it. */
function StoryPicture({ title, videoId }: ShareRequest) {
  const t = useTranslations('Share')
  const locale = useLocale()
  const [hasFailed, setHasFailed] = useState(false)
  const { isBusy, run } = useBusy(async () => {
    setHasFailed(false)
    const file = locale === defaultLocale ? 'story.png' : `story-${locale}.png`
    try {
      await sharePicture({ address: `/share/${videoId}/${file}`, name: 'ngoma-story.png', title })
    } catch {
      setHasFailed(true)
    }
  })
  return (
    <>
      <button type="button" onClick={run} aria-busy={isBusy} className={`${wayStyle} mt-2 w-full`}>
        {isBusy ? (
          <LoaderCircle aria-hidden="true" className="animate-spin" />
        ) : (
          <ImageDown aria-hidden="true" />
        )}
        <span>
          {t('story')}
          <span className="block text-sm font-normal text-soft">{t('storyDetail')}</span>
        </span>
      </button>
      <ErrorNote>{hasFailed ? t('storyFailed') : null}</ErrorNote>
    </>
  )
}

/** HTML to embed a video. The embed's language is in its address: the sharer's. */
function embedCode(videoId: string, title: string, locale: string): string {
  const frame = document.createElement('iframe')
  const address = new URL(`/embed/${videoId}`, window.location.origin)
  if (locale !== defaultLocale) address.searchParams.set(LOCALE_PARAMETER, locale)
  frame.src = address.href
  frame.width = '360'
  frame.height = '700'
  frame.title = title
  frame.allow = 'autoplay; encrypted-media; fullscreen'
  frame.style.border = '0'
  return frame.outerHTML
}

/** Shares a link by the device's share sheet; without one, copies it. */
function useShareLink() {
  const t = useTranslations('Share')
  const told = async (act: () => Promise<boolean>) => {
    try {
      if (await act()) showToast({ title: t('linkCopied'), tone: 'good' })
    } catch {
      showToast({ title: t('copyFailed'), description: t('copyFailedDetail'), tone: 'bad' })
    }
  }
  return {
    copy: (url: string) => told(() => copyText(url).then(() => true)),
    share: (link: { title: string; url: string }) => told(async () => (await shareLink(link)) === 'copied'),
  }
}
